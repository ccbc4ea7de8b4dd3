/* plain.c - a parse record in JSON when nothing in it needs an escape, which is nearly
 * always: written in place in the writer's block, sixteen bytes at a time.
 *
 * record.c says the same in general, and tests/cmd holds the two against each other. */
#include "cmd.h"

#include <string.h>

#define STEP 16

/* What stands in front of a value, padded so that STEP bytes can be read. */
struct lead {
	char text[STEP];
	unsigned char len;
};

#define LEAD(name)                                                                                 \
	{                                                                                          \
		",\"" name "\":\"", sizeof(",\"" name "\":\"") - 1                                 \
	}

static const struct lead part_lead[EVERYURI_N_PARTS] = { LEAD("scheme"),   LEAD("user"),
	                                                 LEAD("password"), LEAD("host"),
	                                                 LEAD("port"),     LEAD("path"),
	                                                 LEAD("query"),    LEAD("fragment") };
static const struct lead host_kind_lead = LEAD("host_kind");

/* Copies whole steps: up to STEP - 1 bytes more than len are read and written. */
static char *copy(char *to, const char *from, size_t len)
{
	for (size_t at = 0; at < len; at += STEP)
		memcpy(to + at, from + at, STEP);
	return to + len;
}

static char *put_literal(char *to, const char *text)
{
	size_t len = strlen(text);

	memcpy(to, text, len);
	return to + len;
}

/* The parts of a text that stands at `copied` in the block already.  Reading a step too
 * far there is harmless: what lies behind it, `"standard":` and so on, is longer. */
static char *put_parts(char *to, const struct everyuri_uri *uri, const char *copied)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_span at = uri->part[part];

		if (at.begin == EVERYURI_ABSENT)
			continue;
		to = copy(to, part_lead[part].text, 1) - 1 + part_lead[part].len;
		to = copy(to, copied + at.begin, at.end - at.begin);
		*to++ = '"';
	}
	return to;
}

bool record_plain(struct answer *answer, const struct record *record)
{
	const struct item *item = record->item;
	const struct everyuri_uri *uri = record->uri;
	struct everyuri_writer *out = &answer->out;

	if (!uri || uri->text != item->data || uri->flags || uri->n_extra || record->href ||
	    record->decode || !json_plain(item->data, item->len))
		return false;
	/* The parts do not overlap, so the text stands there twice at most; the names around
	 * it are less than 300 bytes. */
	if (item->len > (out->cap - 400) / 2)
		return false;
	if (out->cap - out->len < 2 * item->len + 400)
		everyuri_writer_flush(out);

	char *to = put_literal(out->data + out->len, "{\"uri\":\"");
	const char *copied = to;

	memcpy(to, item->data, item->len);
	to = put_literal(to + item->len, "\",\"standard\":\"");
	to = put_literal(to, everyuri_standard_name(record->standard));
	to = put_literal(to, "\",\"valid\":true");
	to = put_parts(to, uri, copied);
	if (uri->host_kind != EVERYURI_HOST_NONE) {
		to = copy(to, host_kind_lead.text, 1) - 1 + host_kind_lead.len;
		to = put_literal(to,
		                 everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind));
		*to++ = '"';
	}
	*to++ = '}';
	out->len = (size_t)(to - out->data);
	return true;
}
