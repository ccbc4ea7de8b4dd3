/* object.h - an object from a server, passed to a receiver whole or in pieces.
 *
 * The texts of an input: the URI, the title, and then the bytes of a document or the items of a menu, one
 * a text: kind, label, type, URI, date and media type, with tabs between them. */
#ifndef FUZZ_OBJECT_H
#define FUZZ_OBJECT_H

#include "fuzz.h"

#include <everyuri-access.h>

#define OBJECT_ITEMS_MAX 32

struct told_object {
	enum everyuri_object_kind kind;
	struct everyuri_text media_type, charset;
	struct everyuri_text uri, title, data;
	struct everyuri_text item[OBJECT_ITEMS_MAX];
	size_t n_items;
	bool threaded;
};

static inline struct everyuri_text object_word(const char *word)
{
	return (struct everyuri_text){ word, word ? strlen(word) : 0 };
}

static inline void object_read(struct told_object *object, struct fuzz_input *input)
{
	static const char *const types[] = { NULL,          "text/plain",
		                             "text/html",   "application/xhtml+xml",
		                             "text/css",    "image/svg+xml",
		                             "text/gemini", "application/octet-stream",
		                             "image/png" };
	static const char *const charsets[] = { NULL,        "utf-8",       "iso-8859-1",
		                                "shift_jis", "iso-2022-jp", "utf-16le",
		                                "nobody" };
	unsigned kind = fuzz_byte(input), type = fuzz_byte(input);

	*object = (struct told_object){ .kind = (enum everyuri_object_kind)(kind % 4),
		                        .threaded = kind >> 7,
		                        .media_type = object_word(types[type % 9]),
		                        .charset = object_word(charsets[(type / 9) % 7]) };
	object->uri = fuzz_text(input);
	object->title = fuzz_text(input);
	if (object->kind == EVERYURI_DOCUMENT) {
		object->data = fuzz_rest(input);
		return;
	}
	object->data = fuzz_copy("", 0);
	while (input->left && object->n_items < OBJECT_ITEMS_MAX)
		object->item[object->n_items++] = fuzz_text(input);
}

static inline void object_free(struct told_object *object)
{
	fuzz_free(object->uri);
	fuzz_free(object->title);
	fuzz_free(object->data);
	for (size_t i = 0; i < object->n_items; i++)
		fuzz_free(object->item[i]);
}

/* Returns the next field of an item, after *at. */
static inline struct everyuri_text object_field(struct everyuri_text item, size_t *at)
{
	struct everyuri_text field = { item.data + *at, 0 };

	if (*at > item.len)
		return (struct everyuri_text){ NULL, 0 };
	while (*at < item.len && item.data[*at] != '\t')
		field.len++, ++*at;
	++*at;
	return field;
}

static inline bool object_tell_item(const struct everyuri_receiver *to, struct everyuri_text text)
{
	size_t at = 0;
	struct everyuri_text kind = object_field(text, &at);
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };

	item.kind = (enum everyuri_item_kind)(kind.len ? (unsigned char)kind.data[0] % 7 : 0);
	item.label = object_field(text, &at);
	item.type = object_field(text, &at);
	item.uri = object_field(text, &at);
	item.date = object_field(text, &at);
	item.media_type = object_field(text, &at);
	return to->item(to->context, &item);
}

/* Passes the object to the receiver, its bytes in pieces of this size. */
static inline void object_tell(const struct told_object *told, const struct everyuri_receiver *to,
                               size_t piece)
{
	const struct everyuri_text arguments[] = { told->title, told->uri };
	const struct everyuri_object object = { .kind = told->kind,
		                                .media_type = told->media_type,
		                                .charset = told->charset,
		                                .title = told->title,
		                                .program = told->title,
		                                .arguments = arguments,
		                                .n_arguments = 2,
		                                .user = told->uri,
		                                .length = EVERYURI_LENGTH_UNKNOWN,
		                                .threaded = told->threaded };
	bool more = to->begin(to->context, &object);

	for (size_t at = 0; more && at < told->data.len; at += piece) {
		size_t n = told->data.len - at < piece ? told->data.len - at : piece;
		struct everyuri_text part = fuzz_copy(told->data.data + at, n);

		more = to->bytes(to->context, part.data, part.len);
		fuzz_free(part);
		if (piece > told->data.len)
			break;
	}
	for (size_t i = 0; more && i < told->n_items; i++)
		more = object_tell_item(to, told->item[i]);
}

#endif
