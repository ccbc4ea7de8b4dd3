/* json.h - a JSON file as a tree of values, for test vectors; a test program includes it once.
 *
 *	struct json json;
 *
 *	if (!json_load(&json, "vectors/x.json", JSON_LONE_REPLACED))
 *		return 1;
 *	for (const struct json_value *v = json_first(&json, json.value); v; v = json_next(&json, v))
 *		if (v->kind == JSON_OBJECT)
 *			use(json_member(&json, v, "input"));
 *	json_free(&json);
 *
 * Strings are UTF-8 with a length; a NUL follows that the length does not count. */
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* text is the number as written */
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

/* How to decode an unpaired surrogate such as \ud800. */
enum json_lone {
	JSON_LONE_REPLACED, /* U+FFFD */
	JSON_LONE_KEPT      /* three bytes, as in WTF-8 */
};

#define JSON_NONE SIZE_MAX

struct json_value {
	enum json_kind kind;
	const char *key; /* in an object; NULL elsewhere */
	size_t key_len;
	const char *text; /* of a string or a number; NULL elsewhere */
	size_t len;
	bool lone;                        /* text has an unpaired surrogate */
	size_t parent, first, last, next; /* indices of values, or JSON_NONE */
};

struct json {
	struct json_value *value; /* value[0] is the document */
	size_t n_values, room;
	char *strings; /* never longer than the file, which has quotes around them */
	size_t strings_len;
	const char *text; /* the input */
	size_t len, i;
	enum json_lone lones;
};

static inline void json_free(struct json *json)
{
	free(json->value);
	free(json->strings);
	*json = (struct json){ 0 };
}

/** Returns the first value in an array or object, or NULL. */
static inline const struct json_value *json_first(const struct json *json,
                                                  const struct json_value *v)
{
	return v->first == JSON_NONE ? NULL : json->value + v->first;
}

/** Returns the next value in the same array or object, or NULL. */
static inline const struct json_value *json_next(const struct json *json,
                                                 const struct json_value *v)
{
	return v->next == JSON_NONE ? NULL : json->value + v->next;
}

/** Returns the value of that name in an object, or NULL. */
static inline const struct json_value *json_member(const struct json *json,
                                                   const struct json_value *v, const char *key)
{
	for (v = json_first(json, v); v; v = json_next(json, v))
		if (v->key && v->key_len == strlen(key) && !memcmp(v->key, key, v->key_len))
			return v;
	return NULL;
}

/* ---- strings ------------------------------------------------------------------- */

static inline void json_put(struct json *json, unsigned byte)
{
	json->strings[json->strings_len++] = (char)byte;
}

/* Encodes surrogates, too: the caller decides about them. */
static inline void json_put_code_point(struct json *json, uint32_t c)
{
	if (c < 0x80) {
		json_put(json, c);
		return;
	}
	if (c < 0x800) {
		json_put(json, 0xC0 | c >> 6);
	} else {
		if (c < 0x10000) {
			json_put(json, 0xE0 | c >> 12);
		} else {
			json_put(json, 0xF0 | c >> 18);
			json_put(json, 0x80 | (c >> 12 & 0x3F));
		}
		json_put(json, 0x80 | (c >> 6 & 0x3F));
	}
	json_put(json, 0x80 | (c & 0x3F));
}

/* Reads the four digits after \u at json->i.  Returns: UINT32_MAX if they are missing. */
static inline uint32_t json_unit(struct json *json)
{
	uint32_t unit = 0;

	if (json->len - json->i < 4)
		return UINT32_MAX;
	for (int n = 0; n < 4; n++) {
		char c = json->text[json->i++];
		int digit = c >= '0' && c <= '9' ? c - '0' :
		            c >= 'a' && c <= 'f' ? c - 'a' + 10 :
		            c >= 'A' && c <= 'F' ? c - 'A' + 10 :
		                                   -1;

		if (digit < 0)
			return UINT32_MAX;
		unit = unit << 4 | (uint32_t)digit;
	}
	return unit;
}

static inline bool json_unicode_escape(struct json *json, bool *lone)
{
	uint32_t c = json_unit(json);

	if (c == UINT32_MAX)
		return false;
	if (c >= 0xD800 && c < 0xDC00 && json->len - json->i >= 6 && json->text[json->i] == '\\' &&
	    json->text[json->i + 1] == 'u') {
		size_t here = json->i;
		uint32_t low;

		json->i += 2;
		low = json_unit(json);
		if (low >= 0xDC00 && low < 0xE000)
			c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
		else
			json->i = here;
	}
	if (c >= 0xD800 && c < 0xE000) {
		*lone = true;
		if (json->lones == JSON_LONE_REPLACED)
			c = 0xFFFD;
	}
	json_put_code_point(json, c);
	return true;
}

/* Reads a string after its opening quote.  Returns: false if it is malformed. */
static inline bool json_string(struct json *json, const char **text, size_t *len, bool *lone)
{
	static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	size_t begin = json->strings_len;

	while (json->i < json->len) {
		unsigned char c = (unsigned char)json->text[json->i++];
		const char *escape;

		if (c == '"') {
			*text = json->strings + begin;
			*len = json->strings_len - begin;
			json_put(json, 0);
			return true;
		}
		if (c < 0x20)
			return false;
		if (c != '\\') {
			json_put(json, c);
			continue;
		}
		if (json->i == json->len)
			return false;
		c = (unsigned char)json->text[json->i++];
		escape = c ? strchr(escapes, c) : NULL;
		if (escape)
			json_put(json, (unsigned char)meant[escape - escapes]);
		else if (c != 'u' || !json_unicode_escape(json, lone))
			return false;
	}
	return false;
}

/* ---- values --------------------------------------------------------------------- */

static inline void json_blanks(struct json *json)
{
	while (json->i < json->len && strchr(" \t\n\r", json->text[json->i]) && json->text[json->i])
		json->i++;
}

static inline bool json_take(struct json *json, char c)
{
	json_blanks(json);
	if (json->i == json->len || json->text[json->i] != c)
		return false;
	json->i++;
	return true;
}

static inline bool json_word(struct json *json, const char *word)
{
	size_t len = strlen(word);

	if (json->len - json->i < len || memcmp(json->text + json->i, word, len) != 0)
		return false;
	json->i += len;
	return true;
}

/* Adds a value to its parent.  Returns: its index, or JSON_NONE without memory. */
static inline size_t json_add(struct json *json, size_t parent)
{
	size_t at = json->n_values;

	if (at == json->room) {
		size_t room = json->room ? 2 * json->room : 256;
		struct json_value *more = realloc(json->value, room * sizeof *more);

		if (!more)
			return JSON_NONE;
		json->value = more;
		json->room = room;
	}
	json->n_values++;
	json->value[at] = (struct json_value){
		.parent = parent, .first = JSON_NONE, .last = JSON_NONE, .next = JSON_NONE
	};
	if (parent != JSON_NONE) {
		struct json_value *p = json->value + parent;

		if (p->first == JSON_NONE)
			p->first = at;
		else
			json->value[p->last].next = at;
		p->last = at;
	}
	return at;
}

/* Reads a value; of an array or object only the opening bracket. */
static inline bool json_begin(struct json *json, struct json_value *v)
{
	if (json_take(json, '{')) {
		v->kind = JSON_OBJECT;
	} else if (json_take(json, '[')) {
		v->kind = JSON_ARRAY;
	} else if (json_take(json, '"')) {
		v->kind = JSON_STRING;
		return json_string(json, &v->text, &v->len, &v->lone);
	} else if (json_word(json, "null")) {
		v->kind = JSON_NULL;
	} else if (json_word(json, "true")) {
		v->kind = JSON_TRUE;
	} else if (json_word(json, "false")) {
		v->kind = JSON_FALSE;
	} else {
		size_t begin = json->i;

		v->kind = JSON_NUMBER;
		v->text = json->strings + json->strings_len;
		while (json->i < json->len && json->text[json->i] &&
		       strchr("+-.0123456789Ee", json->text[json->i]))
			json_put(json, (unsigned char)json->text[json->i++]);
		v->len = json->i - begin;
		/* The delimiter that must follow leaves room for the NUL. */
		if (!v->len || json->i == json->len)
			return false;
		json_put(json, 0);
	}
	return true;
}

/** Parses a text, which may then be freed.  Returns: false if it is not JSON, or without memory; json->i is the
 *  offset of the error. */
static inline bool json_read(struct json *json, const char *text, size_t len, enum json_lone lones)
{
	size_t parent = JSON_NONE;

	*json = (struct json){ .text = text, .len = len, .lones = lones };
	json->strings = malloc(len + 1);
	if (!json->strings)
		return false;
	do {
		bool in_object = parent != JSON_NONE && json->value[parent].kind == JSON_OBJECT;
		size_t at = json_add(json, parent);
		struct json_value *v = json->value + at;

		if (at == JSON_NONE)
			return false;
		if (in_object &&
		    (!json_take(json, '"') || !json_string(json, &v->key, &v->key_len, &v->lone) ||
		     !json_take(json, ':')))
			return false;
		v->lone = false;
		if (!json_begin(json, v))
			return false;
		if (v->kind == JSON_ARRAY || v->kind == JSON_OBJECT) {
			parent = at;
			if (!json_take(json, v->kind == JSON_ARRAY ? ']' : '}'))
				continue;
			parent = v->parent;
		}
		/* Close the arrays and objects that end after this value. */
		while (parent != JSON_NONE && !json_take(json, ',')) {
			const struct json_value *p = json->value + parent;

			if (!json_take(json, p->kind == JSON_ARRAY ? ']' : '}'))
				return false;
			parent = p->parent;
		}
	} while (parent != JSON_NONE);
	json_blanks(json);
	return json->i == len;
}

/** Parses a file.  Returns: false if it cannot be opened.  Invalid JSON ends the test. */
static inline bool json_load(struct json *json, const char *path, enum json_lone lones)
{
	FILE *file = fopen(path, "rb");
	char *text;
	long size;
	size_t len;

	if (!file)
		return false;
	size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
	rewind(file);
	text = size < 0 ? NULL : malloc((size_t)size + 1);
	len = text ? fread(text, 1, (size_t)size, file) : 0;
	fclose(file);
	if (!text || !json_read(json, text, len, lones)) {
		printf("Bail out! %s: not JSON at byte %zu\n", path, text ? json->i : 0);
		exit(1);
	}
	free(text);
	json->text = NULL;
	return true;
}

#endif
