/* Rows that need no care, which most are: valid, their own text, nothing in it to escape.  They are
 * written in place in the writer's block, in whole steps and without asking for room again.
 *
 * record.c says the same in general, and tests/unit/bulk_rows.c holds the two against each other. */
#include "bulk/record.h"

#include "uri/standards.h"

/* What is copied at once.  Most parts fit in one step; reading too far is harmless where something
 * follows the text, and what is written too far is written over. */
#define STEP 32

/* Bytes around the parts of a row, and what the last steps write too far. */
#define AROUND 640

struct bulk_phrase {
	char text[STEP];
	unsigned char len;
};

#define PHRASE(text)                   \
	{                              \
		text, sizeof(text) - 1 \
	}
#define MEMBER(name) PHRASE("\",\"" name "\":\"")
#define CLOSING(name) PHRASE("\",\"host_kind\":\"" name "\"}")

static const struct bulk_phrase json_lead[EVERYURI_N_PARTS] = {
	MEMBER("scheme"), MEMBER("user"), MEMBER("password"), MEMBER("host"),
	MEMBER("port"),   MEMBER("path"), MEMBER("query"),    MEMBER("fragment")
};

static const struct bulk_phrase json_closing[] = {
	[EVERYURI_HOST_NONE] = PHRASE("\"}"),
	[EVERYURI_HOST_NAME] = CLOSING("name"),
	[EVERYURI_HOST_IPV4] = CLOSING("ipv4"),
	[EVERYURI_HOST_IPV6] = CLOSING("ipv6"),
	[EVERYURI_HOST_IPVFUTURE] = CLOSING("ipvfuture"),
	[EVERYURI_HOST_OPAQUE] = CLOSING("opaque"),
	[EVERYURI_HOST_REGISTRY] = CLOSING("registry"),
	[EVERYURI_HOST_EMPTY] = CLOSING("empty"),
};

#undef PHRASE
#undef MEMBER
#undef CLOSING

static void add_words(struct eu_bulk_plain *plain, const char *words)
{
	size_t len = strlen(words);

	memcpy(plain->verdict + plain->verdict_len, words, len); /* all of them: 46 at most */
	plain->verdict_len += len;
}

bool eu_bulk_plain_begin(struct eu_bulk_plain *plain, const struct everyuri_rows_writing *writing)
{
	const char *standard = everyuri_standard_name(writing->standard);

	*plain = (struct eu_bulk_plain){ .end = writing->nul ? '\0' : '\n' };
	/* RFC 1738 2.2, RFC 2396 2.4.3, RFC 3986 2: US-ASCII, and neither controls nor quotation
	 * marks nor backslashes. */
	plain->any_byte =
		writing->standard != EVERYURI_RFC1738 && writing->standard != EVERYURI_RFC1808 &&
		writing->standard != EVERYURI_RFC2396 && writing->standard != EVERYURI_RFC3986;
	if (eu_uri_rewrites(writing->standard))
		return false;
	switch (writing->shape) {
	case EVERYURI_ROWS_JSON:
		add_words(plain, "\",\"standard\":\"");
		add_words(plain, standard);
		add_words(plain, "\",\"valid\":true,\"scheme\":\"");
		return true;
	case EVERYURI_ROWS_TSV:
		add_words(plain, "\t");
		add_words(plain, standard);
		add_words(plain, "\ttrue\t\\N\t");
		return true;
	case EVERYURI_ROWS_CSV:
	case EVERYURI_ROWS_ARROW:
		break;
	}
	return false;
}

/* Is there a byte that JSON or TSV writes otherwise?  A borrow can set a bit too many, but only
 * above one that is rightly set. */
static bool needs_care(const char *data, size_t len)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t found = 0;

	for (size_t at = 0; at < len; at += 8) {
		uint64_t eight = ones * 'a';

		memcpy(&eight, data + at, len - at < 8 ? len - at : 8);
		uint64_t quote = eight ^ ones * '"', slash = eight ^ ones * '\\';

		found |= eight | (eight - ones * 0x20) | (quote - ones) | (slash - ones);
	}
	return (found & ones * 0x80) != 0;
}

/* Is there room for the text three times, after the writer's block was handed over if need be? */
static inline bool has_room(struct everyuri_writer *out, size_t len)
{
	if (out->cap - out->len >= 3 * len + AROUND)
		return true;
	if (out->cap < AROUND || len > (out->cap - AROUND) / 3)
		return false;
	everyuri_writer_flush(out);
	return true;
}

static inline char *put_phrase(char *to, const struct bulk_phrase *phrase)
{
	memcpy(to, phrase->text, sizeof phrase->text);
	return to + phrase->len;
}

static inline char *copy_steps(char *to, const char *from, size_t len)
{
	memcpy(to, from, STEP);
	for (size_t at = STEP; at < len; at += STEP)
		memcpy(to + at, from + at, STEP);
	return to + len;
}

/* The text, and where its parts are to be copied from: itself, or where nothing is known to follow
 * it another copy, so far behind that what is written does not reach it. */
static inline char *copy_text(char *to, const struct everyuri_uri *uri, size_t beyond,
                              const char **source)
{
	if (beyond >= STEP) {
		*source = uri->text;
		return copy_steps(to, uri->text, uri->len);
	}
	*source = memcpy(to + 2 * (size_t)uri->len + AROUND / 2, uri->text, uri->len);
	memcpy(to, uri->text, uri->len);
	return to + uri->len;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static inline char *json_part(char *to, const char *source, const struct everyuri_uri *uri,
                              enum everyuri_part part)
{
	struct everyuri_span at = uri->part[part];

	if (at.begin == EVERYURI_ABSENT)
		return to;
	to = put_phrase(to, &json_lead[part]);
	return copy_steps(to, source + at.begin, at.end - at.begin);
}

bool eu_bulk_plain_json(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                        const struct everyuri_uri *uri, size_t beyond)
{
	struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	const char *source;

	if (uri->flags || uri->n_extra || !has_room(out, uri->len) ||
	    (plain->any_byte && needs_care(uri->text, uri->len)))
		return false;
	char *to = out->data + out->len;

	memcpy(to, "{\"uri\":\"", 8);
	to = copy_text(to + 8, uri, beyond, &source);
	memcpy(to, plain->verdict, sizeof plain->verdict);
	to = copy_steps(to + plain->verdict_len, source + scheme.begin, scheme.end - scheme.begin);
	to = json_part(to, source, uri, EVERYURI_USER);
	to = json_part(to, source, uri, EVERYURI_PASSWORD);
	to = json_part(to, source, uri, EVERYURI_HOST);
	to = json_part(to, source, uri, EVERYURI_PORT);
	to = json_part(to, source, uri, EVERYURI_PATH);
	to = json_part(to, source, uri, EVERYURI_QUERY);
	to = json_part(to, source, uri, EVERYURI_FRAGMENT);
	to = put_phrase(to, &json_closing[uri->host_kind]);
	*to++ = plain->end;
	out->len = (size_t)(to - out->data);
	return true;
}

/* ---- TSV --------------------------------------------------------------------------------------- */

static inline char *tsv_part(char *to, const char *source, const struct everyuri_uri *uri,
                             enum everyuri_part part)
{
	struct everyuri_span at = uri->part[part];

	if (at.begin == EVERYURI_ABSENT) {
		memcpy(to, "\t\\N", 4);
		return to + 3;
	}
	*to = '\t';
	return copy_steps(to + 1, source + at.begin, at.end - at.begin);
}

bool eu_bulk_plain_tsv(const struct eu_bulk_plain *plain, struct everyuri_writer *out,
                       const struct everyuri_uri *uri, size_t beyond)
{
	struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	const char *source;

	if (uri->flags & EVERYURI_RELATIVE || !has_room(out, uri->len) ||
	    (plain->any_byte && needs_care(uri->text, uri->len)))
		return false;
	char *to = copy_text(out->data + out->len, uri, beyond, &source);

	memcpy(to, plain->verdict, STEP);
	to = copy_steps(to + plain->verdict_len, source + scheme.begin, scheme.end - scheme.begin);
	to = tsv_part(to, source, uri, EVERYURI_USER);
	to = tsv_part(to, source, uri, EVERYURI_PASSWORD);
	to = tsv_part(to, source, uri, EVERYURI_HOST);
	to = tsv_part(to, source, uri, EVERYURI_PORT);
	to = tsv_part(to, source, uri, EVERYURI_PATH);
	to = tsv_part(to, source, uri, EVERYURI_QUERY);
	to = tsv_part(to, source, uri, EVERYURI_FRAGMENT);
	memcpy(to, "\t\\N", 4);
	to[3] = plain->end;
	out->len = (size_t)(to + 4 - out->data);
	return true;
}
