/* Renders JSON, as one compact object that is written as the data arrives. docs/render.md describes
 * its members.
 *
 * A document is not buffered.  The member "text" has its bytes up to the first one that is not valid
 * UTF-8, and "octets" has the rest in base64. */
#include "render/render.h"

#include "base/utf8.h"

static void json_string(struct everyuri_render *render, struct everyuri_text text)
{
	everyuri_write(render->w, "\"", 1);
	if (text.data && render->terminal)
		everyuri_write_json_shown(render->w, text.data, text.len);
	else if (text.data)
		everyuri_write_json(render->w, text.data, text.len);
	everyuri_write(render->w, "\"", 1);
}

static void json_member(struct everyuri_render *render, const char *key, struct everyuri_text text)
{
	if (!text.data)
		return;
	everyuri_write_text(render->w, key);
	json_string(render, text);
}

static void json_number(struct everyuri_render *render, const char *key, uint64_t number)
{
	if (number == EVERYURI_LENGTH_UNKNOWN)
		return;
	everyuri_write_text(render->w, key);
	everyuri_write_number(render->w, number);
}

static void json_begin(struct everyuri_render *render, const struct everyuri_object *object)
{
	struct everyuri_writer *w = render->w;
	bool document = object->kind == EVERYURI_DOCUMENT;

	everyuri_write_text(w, "{\"uri\":");
	json_string(render, render->uri);
	everyuri_write_text(w, ",\"kind\":\"");
	everyuri_write_text(w, everyuri_object_kind_name(object->kind));
	everyuri_write(w, "\"", 1);
	json_member(render, ",\"media_type\":", object->media_type);
	json_member(render, ",\"charset\":", object->charset);
	json_member(render, ",\"language\":", object->language);
	json_member(render, ",\"title\":", object->title);
	json_number(render, ",\"length\":", object->length);
	if (!document) {
		everyuri_write_text(w, ",\"items\":[");
		render->in = EU_IN_ITEMS;
	} else if (object->media_type.data && !eu_render_is_text(object->media_type)) {
		everyuri_write_text(w, ",\"octets\":\"");
		render->in = EU_IN_OCTETS;
	}
}

/* Writes message-ids, which are separated by blanks, as an array. */
static void json_references(struct everyuri_render *render, struct everyuri_text references)
{
	bool some = false;

	if (!references.data)
		return;
	everyuri_write_text(render->w, ",\"references\":[");
	for (size_t at = 0, n; at < references.len; at += n + 1) {
		const char *text = references.data + at;

		for (n = 0; at + n < references.len && text[n] != ' ' && text[n] != '\t'; n++)
			;
		if (!n)
			continue;
		if (some)
			everyuri_write(render->w, ",", 1);
		json_string(render, (struct everyuri_text){ text, n });
		some = true;
	}
	everyuri_write(render->w, "]", 1);
}

/* ---- items ----------------------------------------------------------------------------------- */

static void json_item(struct everyuri_render *render, const struct everyuri_item *item)
{
	struct everyuri_writer *w = render->w;

	if (render->in != EU_IN_ITEMS) /* a document has no items */
		return;
	everyuri_write_text(w, render->n_items ? ",{\"kind\":\"" : "{\"kind\":\"");
	everyuri_write_text(w, everyuri_item_kind_name(item->kind));
	everyuri_write_text(w, "\",\"label\":");
	json_string(render, item->label);
	json_member(render, ",\"uri\":", item->uri);
	json_member(render, ",\"media_type\":", item->media_type);
	json_number(render, ",\"size\":", item->size);
	json_member(render, ",\"date\":", item->date);
	json_member(render, ",\"author\":", item->author);
	json_member(render, ",\"message_id\":", item->message_id);
	json_references(render, item->references);
	everyuri_write(w, "}", 1);
}

/* ---- documents ------------------------------------------------------------------------------- */

/* Writes groups of three bytes in base64.  Keeps the remaining one or two bytes for the next call. */
static void json_octets(struct everyuri_render *render, const char *data, size_t len)
{
	size_t n = render->n_octets;
	char group[3];

	if (n && n + len >= 3) {
		memcpy(group, render->octets, n);
		memcpy(group + n, data, 3 - n);
		everyuri_write_base64(render->w, group, 3);
		data += 3 - n;
		len -= 3 - n;
		render->n_octets = 0;
	}
	n = render->n_octets ? 0 : len - len % 3;
	everyuri_write_base64(render->w, data, n);
	memcpy(render->octets + render->n_octets, data + n, len - n); /* at most two bytes in all */
	render->n_octets += (unsigned)(len - n);
}

static size_t valid_front(const char *data, size_t len)
{
	size_t at = 0, n;
	uint32_t point;

	while (at < len) {
		if (!((unsigned char)data[at] & 0x80)) {
			at++;
			continue;
		}
		n = eu_utf8_next(data + at, len - at, &point);
		if (!n)
			break;
		at += n;
	}
	return at;
}

static void json_piece(struct everyuri_render *render, const char *data, size_t len)
{
	size_t n = 0;

	if (render->in != EU_IN_OCTETS)
		n = valid_front(data, len);
	if (n) {
		if (render->in == EU_IN_NOTHING)
			everyuri_write_text(render->w, ",\"text\":\"");
		render->in = EU_IN_TEXT;
		if (render->terminal)
			everyuri_write_json_shown(render->w, data, n);
		else
			everyuri_write_json(render->w, data, n);
	}
	if (n == len)
		return;
	if (render->in != EU_IN_OCTETS)
		everyuri_write_text(render->w, render->in == EU_IN_TEXT ? "\",\"octets\":\"" :
		                                                          ",\"octets\":\"");
	render->in = EU_IN_OCTETS;
	json_octets(render, data + n, len - n);
}

static void json_bytes(struct everyuri_render *render, const char *data, size_t len)
{
	if (render->in != EU_IN_ITEMS) /* a menu has no bytes */
		eu_render_whole(render, data, len, json_piece);
}

static void json_end(struct everyuri_render *render, bool good)
{
	struct everyuri_writer *w = render->w;

	eu_render_rest(render, json_piece);
	everyuri_write_base64(w, (const char *)render->octets, render->n_octets);
	if (render->in == EU_IN_ITEMS)
		everyuri_write(w, "]", 1);
	else if (render->in != EU_IN_NOTHING)
		everyuri_write(w, "\"", 1);
	else
		everyuri_write_text(w, ",\"text\":\"\"");
	everyuri_write_text(w, good ? ",\"whole\":true}" : ",\"whole\":false}");
	everyuri_write(w, render->nul ? "\0" : "\n", 1);
}

const struct eu_shape eu_shape_json = { json_begin, json_bytes, json_item, json_end };
