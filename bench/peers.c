/* peers.c - the peers that are called in this process; ada.cc, boost.cc and rust/ contain some.
 *
 * Each is called as in its documentation, and as cheaply as possible:
 * libcurl keeps one handle for all URLs, GLib is told to decode nothing. */
#include "contenders.h"

#include <curl/curl.h>
#include <glib.h>

static CURLU *curl_handle;

void peers_begin(void)
{
	curl_handle = wanted(curl_url(), "libcurl");
}

void peers_end(void)
{
	curl_url_cleanup(curl_handle);
}

bool by_libcurl(const struct line *line)
{
	return curl_url_set(curl_handle, CURLUPART_URL, line->text, CURLU_NON_SUPPORT_SCHEME) ==
	       CURLUE_OK;
}

/* ---- GLib ------------------------------------------------------------------------ */

bool by_glib_split(const struct line *line)
{
	gchar *scheme, *userinfo, *host, *path, *query, *fragment;
	gint port;

	if (!g_uri_split(line->text, G_URI_FLAGS_ENCODED, &scheme, &userinfo, &host, &port, &path,
	                 &query, &fragment, NULL))
		return false;
	g_free(scheme);
	g_free(userinfo);
	g_free(host);
	g_free(path);
	g_free(query);
	g_free(fragment);
	return true;
}

bool by_glib_valid(const struct line *line)
{
	return g_uri_is_valid(line->text, G_URI_FLAGS_ENCODED, NULL);
}

/* ---- in other languages ------------------------------------------------------------ */

#ifdef BENCH_ADA
bool bench_ada_parse(const char *text, size_t len);
bool bench_ada_can_parse(const char *text, size_t len);
bool bench_ada_to_ascii(const char *text, size_t len);

bool by_ada(const struct line *line)
{
	return bench_ada_parse(line->text, line->len);
}

bool by_ada_can_parse(const struct line *line)
{
	return bench_ada_can_parse(line->text, line->len);
}

bool by_ada_to_ascii(const struct line *line)
{
	struct line name = name_of(line);

	return bench_ada_to_ascii(name.text, name.len);
}
#endif

#ifdef BENCH_ADA3
bool bench_ada3_parse(const char *text, size_t len);
bool bench_ada3_can_parse(const char *text, size_t len);

bool by_ada3(const struct line *line)
{
	return bench_ada3_parse(line->text, line->len);
}

bool by_ada3_can_parse(const struct line *line)
{
	return bench_ada3_can_parse(line->text, line->len);
}
#endif

#ifdef BENCH_BOOST
bool bench_boost_parse(const char *text, size_t len);

bool by_boost(const struct line *line)
{
	return bench_boost_parse(line->text, line->len);
}
#endif

#ifdef BENCH_RUST
bool bench_rust_parse(const char *text, size_t len);

bool by_rust(const struct line *line)
{
	return bench_rust_parse(line->text, line->len);
}
#endif
