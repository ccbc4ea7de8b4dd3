/* Implements the receiver that renders, and functions that the output formats share. */
#include "render/render.h"

#include "base/schemes.h"
#include "base/utf8.h"

static const struct eu_shape *shape_of(const struct everyuri_render *render)
{
	switch (render->as) {
	case EVERYURI_AS_TEXT:
		return &eu_shape_text;
	case EVERYURI_AS_JSON:
		return &eu_shape_json;
	case EVERYURI_AS_HTML:
		return &eu_shape_html;
	case EVERYURI_AS_RAW:
		break;
	}
	return &eu_shape_raw;
}

/* ---- the receiver ---------------------------------------------------------------------------- */

static bool render_begin(void *context, const struct everyuri_object *object)
{
	struct everyuri_render *render = context;

	render->kind = object->kind;
	render->threaded = object->threaded;
	render->begun = true;
	shape_of(render)->begin(render, object);
	return !render->w->failed;
}

static bool render_bytes(void *context, const char *data, size_t len)
{
	struct everyuri_render *render = context;

	if (len)
		shape_of(render)->bytes(render, data, len);
	return !render->w->failed;
}

static bool render_item(void *context, const struct everyuri_item *item)
{
	struct everyuri_render *render = context;

	shape_of(render)->item(render, item);
	render->n_items++;
	return !render->w->failed;
}

struct everyuri_receiver everyuri_render_receiver(struct everyuri_render *render)
{
	return (struct everyuri_receiver){ render, render_begin, render_bytes, render_item };
}

void everyuri_render_end(struct everyuri_render *render, bool good)
{
	if (render->begun)
		shape_of(render)->end(render, good);
	render->begun = false;
}

/* ---- whole characters ------------------------------------------------------------------------ */

/* Returns the length of the UTF-8 character that begins with this byte, or 1 if the byte cannot
 * begin a character. */
static unsigned says_length(unsigned char byte)
{
	if (byte >= 0xF0)
		return 4;
	return byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

/* Appends bytes to the incomplete character.  Returns: the number of bytes consumed. */
static size_t fill_held(struct everyuri_render *render, const char *data, size_t len)
{
	const unsigned need = says_length(render->held[0]);
	size_t at = 0;

	while (at < len && render->n_held < need && ((unsigned char)data[at] & 0xC0) == 0x80)
		render->held[render->n_held++] = (unsigned char)data[at++];
	return at;
}

/* Returns the number of bytes at the end that begin an incomplete character. */
static size_t unfinished(const char *data, size_t len)
{
	for (size_t n = 1; n <= 3 && n <= len; n++) {
		unsigned char byte = (unsigned char)data[len - n];

		if ((byte & 0xC0) != 0x80)
			return says_length(byte) > n ? n : 0;
	}
	return 0;
}

void eu_render_rest(struct everyuri_render *render, eu_render_piece_fn *piece)
{
	unsigned n = render->n_held;

	render->n_held = 0;
	if (n)
		piece(render, (const char *)render->held, n);
}

void eu_render_whole(struct everyuri_render *render, const char *data, size_t len,
                     eu_render_piece_fn *piece)
{
	size_t n;

	if (render->n_held) {
		n = fill_held(render, data, len);
		data += n;
		len -= n;
		if (!len && render->n_held < says_length(render->held[0]))
			return;
		eu_render_rest(render, piece);
	}
	n = unfinished(data, len);
	len -= n;
	if (len)
		piece(render, data, len);
	if (n)
		memcpy(render->held, data + len, n);
	render->n_held = (unsigned)n;
}

/* ---- types and links ------------------------------------------------------------------------- */

static bool ends_in(struct everyuri_text text, const char *end)
{
	size_t n = strlen(end);

	return text.len > n && eu_equals_ignoring_case(text.data + text.len - n, n, end);
}

bool eu_render_is_text(struct everyuri_text media_type)
{
	static const char *const names[] = { "application/javascript", "application/json",
		                             "application/mbox",       "application/xml",
		                             "application/yaml",       "message/rfc822" };
	const size_t n_names = sizeof names / sizeof *names;

	if (!media_type.data)
		return false;
	return (media_type.len > 5 && eu_same_ignoring_case(media_type.data, "text/", 5)) ||
	       eu_find_name(names, n_names, media_type.data, media_type.len) < n_names ||
	       ends_in(media_type, "+json") || ends_in(media_type, "+xml");
}

static struct everyuri_text scheme_of(struct everyuri_text uri)
{
	const char *colon = uri.data ? memchr(uri.data, ':', uri.len) : NULL;

	return (struct everyuri_text){ uri.data, colon ? (size_t)(colon - uri.data) : 0 };
}

static bool same_scheme(struct everyuri_text a, struct everyuri_text b)
{
	const struct everyuri_text one = scheme_of(a), other = scheme_of(b);

	return one.len && one.len == other.len &&
	       eu_same_ignoring_case(one.data, other.data, one.len);
}

/* Returns whether a page may link to this URI.  A page from a server must not link to local files,
 * but a local directory links to its entries. */
static bool may_link(struct everyuri_text uri, struct everyuri_text base)
{
	const struct everyuri_text name = scheme_of(uri);
	const struct everyuri_scheme_info *info = everyuri_scheme_find(name.data, name.len);

	if (!info)
		return false;
	return info->flags & EVERYURI_LINKED ||
	       (info->kind == EVERYURI_KIND_LOCAL && same_scheme(uri, base));
}

bool everyuri_render_links_to(struct everyuri_text uri, struct everyuri_text base)
{
	if (!uri.data)
		return false;
	for (size_t i = 0; i < uri.len; i++)
		if (uri.data[i] <= ' ' || uri.data[i] > '~' || uri.data[i] == '"' ||
		    uri.data[i] == '\'' || uri.data[i] == '`')
			return false;
	return may_link(uri, base) &&
	       everyuri_check(uri.data, uri.len, EVERYURI_WHATWG, 0, NULL) == EVERYURI_OK;
}
