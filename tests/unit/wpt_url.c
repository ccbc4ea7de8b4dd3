/* wpt_url.c - all of the web platform's own vectors for the URL Standard, through the public calls.
 * external.h finds them; those that tools/peers fetches are older than the standard that is read. */
#include <everyuri.h>

#include "external.h"
#include "guard.h"
#include "json.h"
#include "tap.h"

static struct json json;
static bool older; /* the file was an older copy */
static struct guard input_guard, base_guard;
static struct everyuri_buf base_buf, buf, other_buf;

/* The string of that name, or data NULL. */
static struct everyuri_text string_of(const struct json_value *of, const char *name)
{
	const struct json_value *value = json_member(&json, of, name);
	struct everyuri_text text = { NULL, 0 };

	if (value && value->kind == JSON_STRING) {
		text.data = value->text;
		text.len = value->len;
	}
	return text;
}

/* Loads one file of vectors; without it, skips the point. */
static bool load(const char *name, const char *what)
{
	const char *path = external_find(name);

	older = external_fetched;
	if (path && json_load(&json, path, JSON_LONE_REPLACED))
		return true;
	external_skip(what, name);
	return false;
}

/* ---- what the standard has changed since the older copy -------------------------------- */

/* Does the text have these bytes, in either case? */
static bool has_piece(struct everyuri_text text, const char *piece)
{
	size_t n = strlen(piece);

	for (size_t i = 0; i + n <= text.len; i++) {
		size_t k = 0;

		while (k < n && (text.data[i + k] | 32) == (piece[k] | 32))
			k++;
		if (k == n)
			return true;
	}
	return false;
}

/* A later change of the standard that can change what becomes of this text, or NULL. */
static const char *later_change(struct everyuri_text text)
{
	if (has_piece(text, "xn--"))
		return "3.3: an ASCII domain is not validated";
	if (text.data && memchr(text.data, '^', text.len))
		return "1.3: the path percent-encode set has U+005E";
	if (has_piece(text, " ?") || has_piece(text, " #"))
		return "4.4, opaque path state: a space before a query or fragment is encoded";
	return NULL;
}

/* A point; but what an older copy has otherwise for a known reason is set aside, with that. */
static bool is_set_aside(bool good, const char *what, struct everyuri_text a,
                         struct everyuri_text b)
{
	const char *change = later_change(a);

	if (!change)
		change = later_change(b);
	if (good || !older || !change)
		return false;
	skip(what, "the vectors of tools/peers are older than this change: WHATWG %s", change);
	return true;
}

/* ---- URLs ---------------------------------------------------------------------------------- */

static bool same_text(struct everyuri_text a, struct everyuri_text b)
{
	return a.len == b.len && (!a.len || !memcmp(a.data, b.data, a.len));
}

static bool parse_url(struct guard *guard, struct everyuri_text text,
                      const struct everyuri_uri *base, struct everyuri_buf *into,
                      struct everyuri_uri *uri)
{
	return !everyuri_parse(guard_end(guard, text.data, text.len), text.len, EVERYURI_WHATWG, 0,
	                       base, into, uri, NULL);
}

/* Each attribute that is named in `of` is that of the record. */
static bool attributes_are(const struct everyuri_uri *uri, const struct json_value *of)
{
	bool good = true;

	for (int k = 0; k < EVERYURI_WHATWG_N_ATTRIBUTES; k++) {
		enum everyuri_whatwg_attribute attribute = (enum everyuri_whatwg_attribute)k;
		const char *name = everyuri_whatwg_attribute_name(attribute);
		struct everyuri_text want = string_of(of, name);
		struct everyuri_text got = everyuri_whatwg_get(uri, attribute);

		if (!want.data || same_text(want, got))
			continue;
		diag("%s: expected %.*s, got %.*s", name, (int)want.len, want.data, (int)got.len,
		     got.data);
		good = false;
	}
	return good;
}

static bool origin_is(const struct everyuri_uri *uri, struct everyuri_text want)
{
	struct everyuri_text got;

	if (!want.data)
		return true;
	if (everyuri_whatwg_origin(uri, &other_buf, NULL))
		return false;
	got.data = other_buf.data;
	got.len = other_buf.len;
	return same_text(want, got);
}

/* Parsing the href gives the same URL. */
static bool is_identity(const struct everyuri_uri *uri)
{
	struct everyuri_text href = { uri->text, uri->len };
	struct everyuri_uri again;

	if (!parse_url(&base_guard, href, NULL, &other_buf, &again) || again.len != uri->len ||
	    memcmp(again.text, uri->text, uri->len) != 0)
		return false;
	return !memcmp(again.part, uri->part, sizeof uri->part) &&
	       again.host_kind == uri->host_kind;
}

static void run_url(const struct json_value *v)
{
	struct everyuri_text input = string_of(v, "input"), base = string_of(v, "base");
	struct everyuri_uri base_uri, uri;
	bool based = !base.data || parse_url(&base_guard, base, NULL, &base_buf, &base_uri);
	bool good =
		based && parse_url(&input_guard, input, base.data ? &base_uri : NULL, &buf, &uri);
	bool want = string_of(v, "href").data != NULL, same = good == want;

	if (same && good)
		same = attributes_are(&uri, v) && origin_is(&uri, string_of(v, "origin")) &&
		       is_identity(&uri);
	if (!base.data)
		same = same &&
		       good == !everyuri_check(input.data, input.len, EVERYURI_WHATWG, 0, NULL);
	if (is_set_aside(same, "WHATWG 4.4: URL parsing", input, base))
		return;
	ok(same, "WHATWG 4.4: %.*s%s%.*s%s", (int)input.len, input.data, base.data ? " with " : "",
	   (int)base.len, base.data ? base.data : "", want ? "" : " is no URL");
}

static void run_urls(void)
{
	if (!load("vectors/wpt/urltestdata.json", "WHATWG 4.4: URL parsing"))
		return;
	for (const struct json_value *v = json_first(&json, json.value); v; v = json_next(&json, v))
		if (v->kind == JSON_OBJECT)
			run_url(v);
	json_free(&json);
}

static void run_setter(enum everyuri_whatwg_attribute attribute, const struct json_value *v)
{
	struct everyuri_text href = string_of(v, "href"), value = string_of(v, "new_value");
	struct everyuri_uri uri, result;
	bool good = parse_url(&base_guard, href, NULL, &base_buf, &uri);

	if (good) {
		result = uri;
		everyuri_whatwg_set(&uri, attribute, guard_end(&input_guard, value.data, value.len),
		                    value.len, &buf, &result, NULL);
		good = attributes_are(&result, json_member(&json, v, "expected")) &&
		       is_identity(&result);
	}
	if (is_set_aside(good, "WHATWG 6.1: setters", href, value))
		return;
	ok(good, "WHATWG 6.1: %s of %.*s to %.*s", everyuri_whatwg_attribute_name(attribute),
	   (int)href.len, href.data, (int)value.len, value.data);
}

static void run_setters(void)
{
	if (!load("vectors/wpt/setters_tests.json", "WHATWG 6.1: setters"))
		return;
	for (int k = 0; k < EVERYURI_WHATWG_N_ATTRIBUTES; k++) {
		enum everyuri_whatwg_attribute attribute = (enum everyuri_whatwg_attribute)k;
		const struct json_value *cases =
			json_member(&json, json.value, everyuri_whatwg_attribute_name(attribute));

		if (!cases)
			continue;
		for (const struct json_value *v = json_first(&json, cases); v;
		     v = json_next(&json, v))
			run_setter(attribute, v);
	}
	json_free(&json);
}

/* In a query and a fragment, as the vectors' own page does it; UTF-8 is the one encoding here. */
static void run_encoding(const struct json_value *v)
{
	struct everyuri_text input = string_of(v, "input"), got[2];
	struct everyuri_text want = string_of(json_member(&json, v, "output"), "utf-8");
	char text[256] = "https://doesnotmatter.invalid/?";
	size_t n = strlen(text);
	struct everyuri_uri uri;
	bool good = 2 * input.len + n + 1 < sizeof text;

	if (good) {
		memcpy(text + n, input.data, input.len);
		text[n + input.len] = '#';
		memcpy(text + n + input.len + 1, input.data, input.len);
		good = parse_url(&input_guard,
		                 (struct everyuri_text){ text, n + 2 * input.len + 1 }, NULL, &buf,
		                 &uri);
	}
	if (good) {
		got[0] = everyuri_view(&uri, EVERYURI_QUERY);
		got[1] = everyuri_view(&uri, EVERYURI_FRAGMENT);
		good = same_text(want, got[0]) && same_text(want, got[1]);
	}
	ok(good, "WHATWG 1.3: %.*s is encoded as %.*s", (int)input.len, input.data, (int)want.len,
	   want.data ? want.data : "");
}

static void run_encodings(void)
{
	if (!load("vectors/wpt/percent-encoding.json", "WHATWG 1.3: percent-encoding"))
		return;
	for (const struct json_value *v = json_first(&json, json.value); v; v = json_next(&json, v))
		if (v->kind == JSON_OBJECT)
			run_encoding(v);
	json_free(&json);
}

int main(void)
{
	everyuri_buf_init(&base_buf, NULL, 0, NULL);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other_buf, NULL, 0, NULL);
	run_urls();
	run_setters();
	run_encodings();
	everyuri_buf_free(&base_buf);
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other_buf);
	guard_free(&input_guard);
	guard_free(&base_guard);
	return done();
}
