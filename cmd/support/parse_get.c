/* parse_get.c - parse --get: prints each URI in the format given by the user. */
#include "cmd.h"
#include "names.h"

#include <string.h>

/* Names that {name} accepts in addition to the names of parts and of components
 * of single schemes. */
enum word { WORD_URI, WORD_STANDARD, WORD_HREF, WORD_ORIGIN, WORD_HOST_KIND, N_WORDS };

static const char *const word_name[N_WORDS] = { "uri", "standard", "href", "origin", "host_kind" };

/* A {name} or {name:decoded} in the format. */
struct place {
	enum { PLACE_PART, PLACE_EXTRA, PLACE_WORD } kind;
	int number;
	bool decoded;
	size_t len; /* length in bytes in the format, including the braces */
};

static bool named(const char *text, size_t len, const char *name)
{
	return strlen(name) == len && !memcmp(text, name, len);
}

/* Returns valid name number i.  The names of parts come first, then those of
 * components of single schemes, then other words. */
static const char *place_name(const void *of, unsigned i)
{
	(void)of;
	if (i < EVERYURI_N_PARTS)
		return everyuri_part_name((enum everyuri_part)i);
	i -= EVERYURI_N_PARTS;
	if (i < EVERYURI_N_EXTRA_NAMES)
		return everyuri_extra_name_text((enum everyuri_extra_name)i);
	return word_name[i - EVERYURI_N_EXTRA_NAMES];
}

static const struct names place_names = {
	.name = place_name,
	.n = EVERYURI_N_PARTS + EVERYURI_N_EXTRA_NAMES + N_WORDS,
};

/* Returns the length of the name in "{name}" or "{name:decoded}".  The text must contain "}". */
static size_t name_length(const char *text)
{
	static const char decoded[] = ":decoded";
	const size_t suffix = sizeof decoded - 1;
	size_t len = strcspn(text + 1, "}");

	return len >= suffix && !memcmp(text + 1 + len - suffix, decoded, suffix) ? len - suffix :
	                                                                            len;
}

/* Reads a {name}.  Returns: false if the name is unknown or "}" is missing. */
static bool brace_read(const char *text, struct place *place)
{
	size_t whole = strcspn(text, "}");

	if (!text[whole])
		return false;
	size_t len = name_length(text);

	*place = (struct place){ .len = whole + 1, .decoded = len + 1 < whole };
	for (unsigned i = 0; i < place_names.n; i++) {
		if (!named(text + 1, len, place_name(NULL, i)))
			continue;
		place->kind = i < EVERYURI_N_PARTS                          ? PLACE_PART :
		              i < EVERYURI_N_PARTS + EVERYURI_N_EXTRA_NAMES ? PLACE_EXTRA :
		                                                              PLACE_WORD;
		place->number =
			(int)i -
			(place->kind == PLACE_PART  ? 0 :
		         place->kind == PLACE_EXTRA ? EVERYURI_N_PARTS :
		                                      EVERYURI_N_PARTS + EVERYURI_N_EXTRA_NAMES);
		return true;
	}
	return false;
}

const char *get_check(const char *format)
{
	struct place place;

	while (*format) {
		if (*format == '\\') {
			if (!format[1] || !strchr("tn0\\", format[1]))
				return "has an unknown escape; the escapes are \\t, \\n, \\0 and "
				       "\\\\";
			format += 2;
		} else if (format[0] == '{' && format[1] == '{') {
			format += 2;
		} else if (*format == '{') {
			if (!strchr(format, '}'))
				return "has \"{\" without \"}\"; write \"{{\" for a literal \"{\"";
			if (!brace_read(format, &place))
				return unknown_name("component", format + 1, name_length(format),
				                    &place_names);
			format += place.len;
		} else {
			format++;
		}
	}
	return NULL;
}

static struct everyuri_text word_value(struct answer *answer, const struct record *record,
                                       enum word word)
{
	const struct everyuri_uri *uri = record->uri;
	struct everyuri_error error;
	const char *text = NULL;

	switch (word) {
	case WORD_URI:
		return (struct everyuri_text){ record->item->data, record->item->len };
	case WORD_HREF:
		if (record->href)
			return (struct everyuri_text){ uri->text, uri->len };
		break;
	case WORD_ORIGIN:
		if (record->standard != EVERYURI_WHATWG)
			break;
		if (!everyuri_whatwg_origin(uri, &answer->buf[3], &error))
			return (struct everyuri_text){ answer->buf[3].data, answer->buf[3].len };
		complain(answer, record->item, &error);
		break;
	case WORD_STANDARD:
		text = everyuri_standard_name(record->standard);
		break;
	case WORD_HOST_KIND:
		text = everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind);
		break;
	case N_WORDS:
		break;
	}
	return (struct everyuri_text){ text, text ? strlen(text) : 0 };
}

static void put_place(struct answer *answer, const struct record *record, const struct place *place)
{
	struct everyuri_text value = { 0 };

	switch (place->kind) {
	case PLACE_PART:
		value = everyuri_view(record->uri, (enum everyuri_part)place->number);
		break;
	case PLACE_EXTRA:
		value = everyuri_extra_view(record->uri, (enum everyuri_extra_name)place->number);
		break;
	case PLACE_WORD:
		value = word_value(answer, record, (enum word)place->number);
		break;
	}
	struct everyuri_buf *buf = &answer->buf[2];

	if (place->decoded &&
	    !everyuri_decode(value.data, value.len, EVERYURI_BARE_PERCENT, buf, NULL))
		value = (struct everyuri_text){ buf->data, buf->len };
	put_raw(answer, value.data, value.len);
}

static void put_escape(struct answer *answer, char letter)
{
	static const char letters[] = "tn0\\";
	static const char bytes[] = { '\t', '\n', '\0', '\\' };

	everyuri_write(&answer->out, &bytes[strchr(letters, letter) - letters], 1);
}

void get_write(struct answer *answer, const char *format, const struct record *record)
{
	struct place place;

	if (!record->uri) /* for an invalid URI, the line is empty */
		return;
	while (*format) {
		size_t run = strcspn(format, "\\{");

		everyuri_write(&answer->out, format, run);
		format += run;
		if (*format == '\\') {
			put_escape(answer, format[1]);
			format += 2;
		} else if (format[0] == '{' && format[1] == '{') {
			everyuri_write(&answer->out, "{", 1);
			format += 2;
		} else if (*format == '{' && brace_read(format, &place)) {
			put_place(answer, record, &place);
			format += place.len;
		}
	}
}
