/* telling.h - all that a receiver is told, as text: a line for the object, one for its bytes, one for
 * each item, as in the transcripts. */
#ifndef TESTS_ACCESS_TELLING_H
#define TESTS_ACCESS_TELLING_H

#include <everyuri-access.h>

#include <stdio.h>
#include <string.h>

#define OUT_MAX (1 << 20)

struct telling {
	char text[OUT_MAX];
	size_t len;
	bool in_bytes;
};

static inline void put(struct telling *told, const char *data, size_t len)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < len && told->len + 8 < OUT_MAX; i++) {
		unsigned char byte = (unsigned char)data[i];
		const char *name = byte ? strchr("\t\n\r\\", byte) : NULL;

		if (name) {
			told->text[told->len++] = '\\';
			told->text[told->len++] = "tnr\\"[name - "\t\n\r\\"];
		} else if (byte < 0x20 || byte >= 0x7F) {
			told->len += (size_t)sprintf(told->text + told->len, "\\x%c%c",
			                             hex[byte >> 4], hex[byte & 15]);
		} else {
			told->text[told->len++] = (char)byte;
		}
	}
}

static inline void put_words(struct telling *told, const char *words)
{
	size_t len = strlen(words);

	if (told->len + len < OUT_MAX)
		memcpy(told->text + told->len, words, len);
	told->len += len;
}

static inline void end_bytes(struct telling *told)
{
	if (told->in_bytes)
		put_words(told, "\n");
	told->in_bytes = false;
}

static inline void put_value(struct telling *told, const char *name, struct everyuri_text value)
{
	if (!value.data)
		return;
	put_words(told, " ");
	put_words(told, name);
	put_words(told, "=");
	put(told, value.data, value.len);
}

static inline bool told_object(void *context, const struct everyuri_object *object)
{
	struct telling *told = context;

	put_words(told, everyuri_object_kind_name(object->kind));
	put_value(told, "type", object->media_type);
	put_value(told, "charset", object->charset);
	put_value(told, "language", object->language);
	put_value(told, "title", object->title);
	if (object->threaded)
		put_words(told, " threaded");
	if (object->length != EVERYURI_LENGTH_UNKNOWN && told->len + 40 < OUT_MAX)
		told->len += (size_t)sprintf(told->text + told->len, " length=%lu",
		                             (unsigned long)object->length);
	put_words(told, "\n");
	return true;
}

static inline bool told_bytes(void *context, const char *data, size_t len)
{
	struct telling *told = context;

	if (!told->in_bytes)
		put_words(told, "bytes ");
	told->in_bytes = true;
	put(told, data, len);
	return true;
}

static inline bool told_item(void *context, const struct everyuri_item *item)
{
	struct telling *told = context;

	put_words(told, "item ");
	put_words(told, everyuri_item_kind_name(item->kind));
	put_words(told, " ");
	put(told, item->label.data, item->label.len);
	put_value(told, "type", item->type);
	put_value(told, "selector", item->selector);
	put_value(told, "host", item->host);
	put_value(told, "name", item->name);
	put_value(told, "uri", item->uri);
	put_value(told, "media", item->media_type);
	put_value(told, "date", item->date);
	put_value(told, "author", item->author);
	put_value(told, "id", item->message_id);
	put_value(told, "references", item->references);
	if (item->port && told->len + 20 < OUT_MAX)
		told->len += (size_t)sprintf(told->text + told->len, " port=%u", item->port);
	if (item->size != EVERYURI_LENGTH_UNKNOWN && told->len + 40 < OUT_MAX)
		told->len += (size_t)sprintf(told->text + told->len, " size=%lu",
		                             (unsigned long)item->size);
	put_words(told, "\n");
	return true;
}

#endif
