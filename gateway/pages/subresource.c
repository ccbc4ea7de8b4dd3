/* Subresources of foreign pages.  Images, audio and video are sent unchanged; style sheets are
 * sent with their URLs rewritten.  Any other type is refused, even if the page declares an
 * allowed type. */
#include "gateway/pages/link_rewriter.h"

#include <stdlib.h>

struct sheet {
	struct link_rewriter *rewriter; /* must be the first member, because eu_rewriter_css()
	                                 * expects it there; points to `own` */
	struct link_rewriter own;
	struct css css;
};

/* Returns whether the type is allowed for the subresource.  SVG is allowed as an image, because
 * an image runs no scripts and loads nothing. */
static bool fits(const struct page *page, const struct everyuri_object *object)
{
	const struct everyuri_text type = object->media_type;

	if (object->kind != EVERYURI_DOCUMENT)
		return false;
	switch (page->subresource) {
	case SUBRESOURCE_PICTURE:
		return eu_page_begins_with(type, "image/");
	case SUBRESOURCE_STYLE:
		return eu_page_same(type, "text/css");
	case SUBRESOURCE_MEDIA:
		return eu_page_begins_with(type, "audio/") || eu_page_begins_with(type, "video/") ||
		       eu_page_same(type, "application/ogg");
	case SUBRESOURCE_NONE:
		break;
	}
	return false;
}

const struct page_kind *eu_page_loaded(const struct page *page,
                                       const struct everyuri_object *object)
{
	return !fits(page, object)                    ? &eu_page_unfit :
	       page->subresource == SUBRESOURCE_STYLE ? &eu_page_sheet :
	                                                &eu_page_bytes;
}

/* ---- wrong type ------------------------------------------------------------------------------------------------- */

static bool unfit_begin(struct showing *showing, const struct everyuri_object *object)
{
	const struct everyuri_error err = {
		.status = EVERYURI_UNSAFE,
		.clause = "THREATS G4",
		.message = "the media type does not match how the page uses this object"
	};

	(void)object;
	eu_page_refuse(&showing->page, 403, &err, (struct everyuri_text){ NULL, 0 });
	showing->enough = true;
	return true;
}

static bool unfit_bytes(struct showing *showing, const char *data, size_t len)
{
	(void)showing;
	(void)data;
	(void)len;
	return false;
}

static void unfit_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	(void)showing;
	(void)good;
	(void)err;
}

const struct page_kind eu_page_unfit = {
	.name = "unfit", .begin = unfit_begin, .bytes = unfit_bytes, .end = unfit_end
};

/* ---- style sheets -------------------------------------------------------------------------------------------------- */

static void write_sheet(void *context, const char *data, size_t len)
{
	struct sheet *sheet = context;

	everyuri_write(&sheet->own.page->response->w, data, len);
}

static bool sheet_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct sheet *sheet = calloc(1, sizeof *sheet);
	char type[96] = "text/css; charset=";
	const bool said = eu_page_is_label(object->charset);
	size_t n = said ? 18 : 8;

	if (!sheet)
		return false;
	if (said) {
		memcpy(type + n, object->charset.data, object->charset.len);
		n += object->charset.len;
	}
	sheet->rewriter = &sheet->own;
	eu_rewriter_begin(&sheet->own, &showing->page);
	sheet->css.write = write_sheet;
	sheet->css.lead = eu_rewriter_css;
	sheet->css.context = sheet;
	showing->state = sheet;
	eu_http_response_begin(showing->page.response, 200, type, n, HTTP_WITHIN,
	                       EVERYURI_LENGTH_UNKNOWN);
	return true;
}

static bool sheet_bytes(struct showing *showing, const char *data, size_t len)
{
	struct sheet *sheet = showing->state;

	eu_css_feed(&sheet->css, data, len);
	return true;
}

static void sheet_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct sheet *sheet = showing->state;

	(void)good;
	(void)err;
	eu_css_end(&sheet->css);
	eu_rewriter_end(&sheet->own);
}

const struct page_kind eu_page_sheet = {
	.name = "sheet", .begin = sheet_begin, .bytes = sheet_bytes, .end = sheet_end
};
