/* record_json_fast.c - fast path for a JSON record that needs no escapes, which is the usual
 * case.  Writes directly to the buffer of the writer, sixteen bytes at a time.
 *
 * record.c writes the same output for all records; tests/cmd compares the two. */
#include "cmd.h"

#include <string.h>

#define STEP 16

/* Constant text, which is copied together with its padding, so that the compiler needs only a
 * few moves. */
struct lead {
	char text[STEP];
	unsigned char len;
};

struct phrase {
	char text[3 * STEP];
	unsigned char len;
};

#define TEXT(text)                     \
	{                              \
		text, sizeof(text) - 1 \
	}
#define LEAD(name) TEXT(",\"" name "\":\"")
#define VERDICT(name) TEXT("\",\"standard\":\"" name "\",\"valid\":true")
#define KIND(name) TEXT(",\"host_kind\":\"" name "\"")

static const struct lead part_lead[EVERYURI_N_PARTS] = { LEAD("scheme"),   LEAD("user"),
	                                                 LEAD("password"), LEAD("host"),
	                                                 LEAD("port"),     LEAD("path"),
	                                                 LEAD("query"),    LEAD("fragment") };

static const struct phrase verdict[EVERYURI_N_STANDARDS] = {
	[EVERYURI_URL1993] = VERDICT("url1993"), [EVERYURI_URI1994] = VERDICT("uri1994"),
	[EVERYURI_RFC1630] = VERDICT("rfc1630"), [EVERYURI_RFC1738] = VERDICT("rfc1738"),
	[EVERYURI_RFC3986] = VERDICT("rfc3986"),
};

static const struct phrase kind[] = {
	[EVERYURI_HOST_NONE] = TEXT(""),
	[EVERYURI_HOST_NAME] = KIND("name"),
	[EVERYURI_HOST_IPV4] = KIND("ipv4"),
	[EVERYURI_HOST_IPV6] = KIND("ipv6"),
	[EVERYURI_HOST_IPVFUTURE] = KIND("ipvfuture"),
	[EVERYURI_HOST_OPAQUE] = KIND("opaque"),
	[EVERYURI_HOST_REGISTRY] = KIND("registry"),
	[EVERYURI_HOST_EMPTY] = KIND("empty"),
};

/* Copies in whole steps.  Reads and writes up to STEP - 1 bytes more than len. */
static char *copy(char *to, const char *from, size_t len)
{
	for (size_t at = 0; at < len; at += STEP)
		memcpy(to + at, from + at, STEP);
	return to + len;
}

static char *put_lead(char *to, const struct lead *lead)
{
	memcpy(to, lead->text, sizeof lead->text);
	return to + lead->len;
}

static char *put_phrase(char *to, const struct phrase *phrase)
{
	memcpy(to, phrase->text, sizeof phrase->text);
	return to + phrase->len;
}

/* Writes the parts of a text.  A copy of the text in the buffer begins at `copied`.  Reading up
 * to one step too far is safe, because the constant text after the copy (`"standard":` and so
 * on) is longer than a step. */
static char *put_parts(char *to, const struct everyuri_uri *uri, const char *copied)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_span at = uri->part[part];

		if (at.begin == EVERYURI_ABSENT)
			continue;
		to = put_lead(to, &part_lead[part]);
		to = copy(to, copied + at.begin, at.end - at.begin);
		*to++ = '"';
	}
	return to;
}

/* Returns true if the item needs no escapes in JSON.  These two grammars allow only ASCII,
 * without control characters, quotation marks or backslashes (RFC 1738 2.2, RFC 3986 2). */
static bool shown_as_it_is(const struct record *record)
{
	return record->standard == EVERYURI_RFC1738 || record->standard == EVERYURI_RFC3986 ||
	       json_plain(record->item->data, record->item->len);
}

bool record_plain(struct answer *answer, const struct record *record)
{
	const struct item *item = record->item;
	const struct everyuri_uri *uri = record->uri;
	struct everyuri_writer *out = &answer->out;

	if (!uri || uri->text != item->data || uri->flags || uri->n_extra || record->href ||
	    record->decode || !verdict[record->standard].len || !shown_as_it_is(record))
		return false;
	/* The parts do not overlap, so the record contains the text at most twice.  The names
	 * in the record take less than 300 bytes. */
	if (item->len > (out->cap - 400) / 2)
		return false;
	if (out->cap - out->len < 2 * item->len + 400)
		everyuri_writer_flush(out);

	static const struct lead opening = TEXT("{\"uri\":\"");
	char *to = put_lead(out->data + out->len, &opening);
	const char *copied = to;

	memcpy(to, item->data, item->len);
	to = put_phrase(to + item->len, &verdict[record->standard]);
	to = put_parts(to, uri, copied);
	to = put_phrase(to, &kind[uri->host_kind]);
	*to++ = '}';
	out->len = (size_t)(to - out->data);
	return true;
}
