/* Makes the URI that searches an index for words, as the scheme of the index requires. */
#include "scheme/scheme.h"

/* How one scheme writes search words. */
struct search_form {
	const char *mark;  /* text between the index and the words */
	const char *blank; /* separator of the words */
	const char *path;  /* path to use if the index has none; NULL if none is needed */
	const char *clause;
};

/* In the drafts, the search words of gopher follow the same mark as in other schemes. */
static const struct search_form search_form_1993 = { "?", "+", "/7", "URL draft 1993, search" };

/* RFC 3986 2.3: bytes that never have a special meaning. */
static const struct everyuri_byte_set in_words = { { 0, 0x03FF6000, 0x87FFFFFE, 0x47FFFFFE } };

/* Returns the form of this scheme; `mark` is NULL if the scheme has no search. */
static struct search_form search_form_of(const struct everyuri_uri *uri)
{
	const struct everyuri_span scheme = uri->part[EVERYURI_SCHEME];
	const struct eu_scheme *row =
		eu_is_absent(scheme) ?
			NULL :
			eu_scheme_find(uri->text + scheme.begin, eu_span_len(scheme));

	if (!row)
		return (struct search_form){ .mark = NULL };
	if (row->search_path && uri->standard <= EVERYURI_URI1994)
		return search_form_1993;
	return (struct search_form){ row->info.search_mark, row->search_blank, row->search_path,
		                     row->search_clause };
}

/* Returns the end of the index: the offset of the words of an earlier search, of the fragment, or
 * of the end of the text. */
static uint32_t end_of_index(const struct everyuri_uri *uri, const char *mark)
{
	const uint32_t n = (uint32_t)strlen(mark);
	uint32_t at = uri->part[EVERYURI_PATH].begin;

	while (at < uri->len && uri->text[at] != '#' &&
	       (uri->len - at < n || memcmp(uri->text + at, mark, n) != 0))
		at++;
	return at;
}

static void out_words(struct eu_out *out, const struct search_form *form,
                      struct everyuri_text words)
{
	bool within = false, waits = false;

	for (size_t i = 0; i < words.len; i++) {
		if (words.data[i] == ' ') {
			waits = within;
			continue;
		}
		if (waits)
			eu_out_bytes(out, form->blank, strlen(form->blank));
		within = true;
		waits = false;
		if (everyuri_byte_set_has(&in_words, (unsigned char)words.data[i]))
			eu_out_byte(out, words.data[i]);
		else
			eu_out_escape(out, (unsigned char)words.data[i]);
	}
}

static void out_search(struct eu_out *out, const struct everyuri_uri *uri,
                       const struct search_form *form, struct everyuri_text words)
{
	const uint32_t path = uri->part[EVERYURI_PATH].begin;
	uint32_t end = end_of_index(uri, form->mark);
	bool whole = form->path && (end == path || (end == path + 1 && uri->text[path] == '/'));

	eu_out_bytes(out, uri->text, whole ? path : end);
	if (whole)
		eu_out_bytes(out, form->path, strlen(form->path));
	eu_out_bytes(out, form->mark, strlen(form->mark));
	out_words(out, form, words);
}

enum everyuri_status everyuri_search_uri(const struct everyuri_uri *index,
                                         struct everyuri_text words, struct everyuri_buf *buf,
                                         struct everyuri_error *err)
{
	const struct search_form form = search_form_of(index);
	struct eu_out out = { NULL, 0 };
	enum everyuri_status status;

	if (!form.mark)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "this scheme has no search");
	status = eu_check_sent(words, err);
	if (!status && form.path && words.len && memchr(words.data, '\t', words.len))
		status = eu_fail(err, EVERYURI_UNSAFE, 0, form.clause,
		                 "tab not allowed in search words");
	if (status) {
		if (err)
			err->which = 1;
		return status;
	}
	out_search(&out, index, &form, words);
	status = eu_buf_reserve(buf, out.len, err);
	if (status)
		return status;
	out = (struct eu_out){ buf->data, 0 };
	out_search(&out, index, &form, words);
	buf->len = out.len;
	return EVERYURI_OK;
}
