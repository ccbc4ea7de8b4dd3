/* encode.c - everyuri encode: percent-encodes text. */
#include "support/cmd.h"
#include "support/names.h"

#include <string.h>

struct encode {
	enum everyuri_place place;
	bool plus;
	bool is_encoded;               /* --also was given */
	struct everyuri_byte_set also; /* --also: more bytes to encode in encoded text; or empty */
};

const char *place_read(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "user",  "password",    "host",    "segment",
		                             "query", "query-value", "fragment" };
	const struct names valid = names_of(names, sizeof names / sizeof *names);

	(void)name;
	if (everyuri_place_find(value, strlen(value), own) == EVERYURI_OK)
		return NULL;
	return unknown_name("part", value, strlen(value), &valid);
}

/* Returns true if "+" may encode a space in this place.  Segments and queries allow "+" in every
 * standard.  Some byte sets omit it there only because a literal "+" must be escaped, since it
 * means a space. */
static bool has_plus(enum everyuri_standard standard, enum everyuri_place place)
{
	return place == EVERYURI_PLACE_SEGMENT || place == EVERYURI_PLACE_QUERY ||
	       place == EVERYURI_PLACE_QUERY_VALUE ||
	       everyuri_byte_set_has(everyuri_place_set(standard, place), '+');
}

const char *bytes_read(void *own, const char *name, const char *value)
{
	struct everyuri_byte_set *set = own;

	(void)name;
	for (; *value; value++) {
		unsigned char byte = (unsigned char)*value;

		if (byte >= 0x80 || byte == '%')
			return "must have only US-ASCII characters, without \"%\"";
		set->word[byte >> 5] |= 1u << (byte & 31);
	}
	return NULL;
}

static const char *read_also(void *own, const char *name, const char *value)
{
	struct encode *encode = own;

	encode->is_encoded = true;
	return bytes_read(&encode->also, name, value);
}

unsigned escapes_of_standard(enum everyuri_standard standard)
{
	return standard <= EVERYURI_RFC1630 ? EVERYURI_LATIN1 : 0;
}

static void answer_encode(struct answer *answer, const struct item *item, void *own)
{
	const struct encode *encode = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[0];
	unsigned flags = (encode->plus && has_plus(standard, encode->place) ? EVERYURI_PLUS : 0) |
	                 escapes_of_standard(standard);
	struct everyuri_error error = item_too_long(answer);
	enum everyuri_status status = EVERYURI_TOO_LONG;

	if (!item->cut && encode->is_encoded)
		status = everyuri_safer(item->data, item->len, &encode->also, buf, &error);
	else if (!item->cut)
		status = everyuri_encode(item->data, item->len,
		                         everyuri_place_set(standard, encode->place), flags, buf,
		                         &error);
	struct outcome outcome = outcome_of(item, standard, status, buf, &error);

	outcome_write(answer, &outcome);
}

int cmd_encode(int argc, char **argv)
{
	struct settings settings = { .command = "encode",
		                     .usage = "encode [OPTION]... [TEXT]...",
		                     .as_rows = true };
	struct encode encode = { .place = EVERYURI_PLACE_SEGMENT };
	const struct option rows[] = {
		{ .name = "part", .value = true, .call = place_read, .own = &encode.place },
		{ .name = "plus", .flag = &encode.plus },
		{ .name = "also", .value = true, .call = read_also, .own = &encode },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0 && encode.is_encoded && encode.plus)
		status = usage_error(&settings, "--also and --plus cannot be used together");
	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_encode, &encode);
}
