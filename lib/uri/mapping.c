/* Mappings of names: built-in ones, and those added by configuration lines. */
#include "everyuri/local.h"

#include "base/base.h"

static const char mapping_clause[] = "RFC 1630, mapping schemes";

/* ---- the mappings ----------------------------------------------------------------------------- */

static const struct everyuri_mapping built_in[] = {
	{ "octets", EVERYURI_NO_SEPARATOR, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	{ "unix", '/', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	{ "dos", '\\', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	{ "mac", ':', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	{ "vms", EVERYURI_NO_SEPARATOR, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_VMS },
	{ "dotted", '.', EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_OCTETS },
	{ "domain", '.', EVERYURI_ORDER_REVERSED, EVERYURI_MAPPING_OCTETS },
	{ "hex", EVERYURI_NO_SEPARATOR, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_HEX },
	{ "base64", EVERYURI_NO_SEPARATOR, EVERYURI_ORDER_AS_IS, EVERYURI_MAPPING_BASE64 },
};

const struct everyuri_mapping *everyuri_mappings(size_t *n_mappings)
{
	*n_mappings = sizeof built_in / sizeof *built_in;
	return built_in;
}

static const struct everyuri_mapping *find_mapping(const struct everyuri_mapping *mappings,
                                                   size_t n, const char *name, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(mappings[i].name) == len && !memcmp(mappings[i].name, name, len))
			return &mappings[i];
	return NULL;
}

const struct everyuri_mapping *everyuri_mapping_find(const struct everyuri_mapping *own,
                                                     size_t n_own, const char *name, size_t len)
{
	const struct everyuri_mapping *found = find_mapping(own, n_own, name, len);

	return found ? found :
	               find_mapping(built_in, sizeof built_in / sizeof *built_in, name, len);
}

/* ---- a configuration line --------------------------------------------------------------------- */

/* Reads the next word of the line from *at on.  Returns: false if there is none. */
static bool next_word(const char *line, size_t len, size_t *at, struct everyuri_span *word)
{
	size_t begin = *at, end;

	while (begin < len && (line[begin] == ' ' || line[begin] == '\t'))
		begin++;
	end = begin;
	while (end < len && line[end] != ' ' && line[end] != '\t')
		end++;
	*word = eu_span(begin, end);
	*at = end;
	return end > begin;
}

static bool is_mapping_name(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)name[i];

		if (!eu_is_alpha(c) && !eu_is_digit(c) && c != '-' && c != '_')
			return false;
	}
	return len && len < sizeof((struct everyuri_mapping *)NULL)->name;
}

/* Returns the index of the text in `values`, an array that ends with NULL, or -1 if it is not
 * there. */
static int value_of(const char *const *values, const char *text, size_t len)
{
	for (int i = 0; values[i]; i++)
		if (strlen(values[i]) == len && !memcmp(values[i], text, len))
			return i;
	return -1;
}

/* Reads one "key=value".  seen: has a bit for each key that has occurred.  Returns: NULL, or an
 * error message. */
static const char *read_key(struct everyuri_mapping *mapping, const char *text, size_t len,
                            unsigned *seen)
{
	static const char *const keys[] = { "separator", "order", "encoding", NULL };
	static const char *const orders[] = { "as-is", "reversed", NULL };
	static const char *const encodings[] = { "octets", "hex", "base64", NULL };
	const char *equals = memchr(text, '=', len);
	size_t key_len = equals ? (size_t)(equals - text) : len;
	int key = value_of(keys, text, key_len), value = -1;
	unsigned char byte;

	if (!equals || key < 0)
		return "expected separator=, order= or encoding=";
	if (*seen & 1u << key)
		return "given twice";
	*seen |= 1u << key;
	text += key_len + 1;
	len -= key_len + 1;
	if (key == 0) {
		if (len == 1)
			mapping->separator = (unsigned char)text[0];
		else if (len == 3 && eu_escape_at(text, len, &byte))
			mapping->separator = byte;
		else
			return "a separator must be one octet or %HH";
		return NULL;
	}
	value = value_of(key == 1 ? orders : encodings, text, len);
	if (value < 0)
		return key == 1 ? "order must be as-is or reversed" :
		                  "encoding must be octets, hex or base64";
	if (key == 1)
		mapping->order = (uint8_t)value;
	else
		mapping->encoding = (uint8_t)value;
	return NULL;
}

enum everyuri_status everyuri_mapping_read(const char *line, size_t len,
                                           struct everyuri_mapping *mapping,
                                           struct everyuri_error *err)
{
	struct everyuri_mapping read = { .separator = EVERYURI_NO_SEPARATOR };
	struct everyuri_span word;
	size_t at = 0;
	unsigned seen = 0;

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	if (!next_word(line, len, &at, &word) ||
	    !eu_equals_ignoring_case(line + word.begin, eu_span_len(word), "mapping"))
		return eu_fail(err, EVERYURI_MISSING, word.begin, mapping_clause,
		               "not a mapping line");
	next_word(line, len, &at, &word);
	if (!is_mapping_name(line + word.begin, eu_span_len(word)))
		return eu_fail(err, EVERYURI_INVALID, word.begin, mapping_clause,
		               "a mapping name must be 1 to 15 letters and digits");
	memcpy(read.name, line + word.begin, eu_span_len(word));
	while (next_word(line, len, &at, &word)) {
		const char *wrong = read_key(&read, line + word.begin, eu_span_len(word), &seen);

		if (wrong)
			return eu_fail(err, EVERYURI_INVALID, word.begin, mapping_clause, wrong);
	}
	*mapping = read;
	return EVERYURI_OK;
}
