/* params.c - params.h: application/x-www-form-urlencoded and URLSearchParams. */
#include <everyuri.h>

#include "guard.h"
#include "in_time.h"
#include "tap.h"

#include <stdlib.h>
#include <time.h>

static struct guard guard;

static struct everyuri_text text_of(const char *text)
{
	struct everyuri_text view = { text, text ? strlen(text) : 0 };

	return view;
}

static const char *guarded(const char *text)
{
	return guard_end(&guard, text, strlen(text));
}

/* ---- parsing --------------------------------------------------------------------------- */

/* Each pair decoded in brackets. */
static void parsed(const char *list, const char *want)
{
	const char *text = guarded(list);
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	struct everyuri_buf buf;
	char told[400];
	size_t len = 0, n = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (; everyuri_params_next(text, strlen(list), &iter, &param) && len < 300; n++) {
		everyuri_params_decode(param.name.data, param.name.len, &buf, NULL);
		len += (size_t)snprintf(told + len, sizeof told - len, "[%.*s|", (int)buf.len,
		                        buf.len ? buf.data : "");
		everyuri_params_decode(param.value.data, param.value.len, &buf, NULL);
		len += (size_t)snprintf(told + len, sizeof told - len, "%.*s]", (int)buf.len,
		                        buf.len ? buf.data : "");
	}
	is_text(told, len, want, "URL Standard, urlencoded parser: %s", list);
	ok(everyuri_params_size(text, strlen(list)) == n, "URLSearchParams size: %s", list);
	everyuri_buf_free(&buf);
}

static void parsing(void)
{
	parsed("", "");
	parsed("a=b&c=d", "[a|b][c|d]");
	parsed("a=b&a=c&a=b", "[a|b][a|c][a|b]");
	parsed("&&a&&", "[a|]");
	parsed("=", "[|]");
	parsed("=b=c", "[|b=c]");
	parsed("a", "[a|]");
	parsed("a+b=c+%2B", "[a b|c +]");
	parsed("%61%3d=%26", "[a=|&]");
	parsed("%&%4&%zz&a%", "[%|][%4|][%zz|][a%|]");
	parsed("?a=b;c", "[?a|b;c]");
	/* Encoding Standard, UTF-8 decoder: U+FFFD once for what could have become a sequence. */
	parsed("%FF", "[\xEF\xBF\xBD|]");
	parsed("\xE2\x82=\xF0\x9F\x92", "[\xEF\xBF\xBD|\xEF\xBF\xBD]");
	parsed("%C2%80%DF%BF%E0%A0%80%F0%90%80%80",
	       "[\xC2\x80\xDF\xBF\xE0\xA0\x80\xF0\x90\x80\x80|]");
	parsed("%C1%BF", "[\xEF\xBF\xBD\xEF\xBF\xBD|]");
	parsed("%E0%9F%BF", "[\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|]");
	parsed("%ED%9F%BF%EE%80%80%EF%BF%BF", "[\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF|]");
	parsed("%F0%8F%BF%BF", "[\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|]");
	parsed("%F1%80%80%80%F3%BF%BF%BF", "[\xF1\x80\x80\x80\xF3\xBF\xBF\xBF|]");
	parsed("%F5%80", "[\xEF\xBF\xBD\xEF\xBF\xBD|]");
	parsed("%E1%80%C0%F1%80%80%7F", "[\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\x7F|]");
	parsed("%C0%80", "[\xEF\xBF\xBD\xEF\xBF\xBD|]");
	parsed("%ED%A0%80", "[\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|]");
	parsed("%E2%82a%C3\xA9", "[\xEF\xBF\xBD"
	                         "a\xC3\xA9|]");
	parsed("%EF%BB%BFa", "[\xEF\xBB\xBF"
	                     "a|]");
	parsed("%F4%8F%BF%BF%F4%90", "[\xF4\x8F\xBF\xBF\xEF\xBF\xBD\xEF\xBF\xBD|]");
}

/* ---- looking up ------------------------------------------------------------------------- */

static void got(const char *list, const char *name, const char *want)
{
	struct everyuri_buf buf;
	enum everyuri_status status;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = everyuri_params_get(guarded(list), strlen(list), text_of(name), &buf, NULL);
	is_text(status  ? NULL :
	        buf.len ? buf.data :
	                  "",
	        status ? 0 : buf.len, want, "URLSearchParams get: %s of %s", name, list);
	ok(status == (want ? EVERYURI_OK : EVERYURI_MISSING), "params.h get: the status of %s",
	   name);
	everyuri_buf_free(&buf);
}

static void has(const char *list, const char *name, const char *value, bool want)
{
	ok(everyuri_params_has(guarded(list), strlen(list), text_of(name), text_of(value)) == want,
	   "URLSearchParams has: %s, %s in %s", name, value ? value : "any value", list);
}

static void got_all(void)
{
	static const char list[] = "a=1&b=2&%61=3&a";
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param = { { NULL, 0 }, { NULL, 0 } };
	char told[20];
	size_t len = 0;

	while (everyuri_params_next_of(list, sizeof list - 1, text_of("a"), &iter, &param) &&
	       len < 10)
		len += (size_t)snprintf(told + len, sizeof told - len, "[%.*s]",
		                        (int)param.value.len, param.value.data);
	is_text(told, len, "[1][3][]", "URLSearchParams getAll: a of %s", list);
}

static void looking_up(void)
{
	got("a=1&b=2&a=3", "a", "1");
	got("a=1&b=2&a=3", "b", "2");
	got("a=1", "c", NULL);
	got("a", "a", "");
	got("a%20b=x+y", "a b", "x y");
	got("=x", "", "x");
	got("%FF=x", "\xFE", "x");
	has("a=1&b", "a", NULL, true);
	has("a=1&b", "a", "1", true);
	has("a=1&b", "a", "2", false);
	has("a=1&b", "b", "", true);
	has("a=1&b", "c", NULL, false);
	has("ab=1", "a", NULL, false);
	has("a=1", "ab", NULL, false);
	got_all();
}

/* ---- changing --------------------------------------------------------------------------- */

enum change { APPEND, DELETE_PAIRS, SET, SORT };

static void changed(const char *list, enum change change, const char *name, const char *value,
                    const char *want)
{
	static const char *const names[] = { "append", "delete", "set", "sort" };
	const struct everyuri_param param = { text_of(name), text_of(value) };
	const char *text = guarded(list);
	struct everyuri_buf buf;
	size_t len = strlen(list);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	switch (change) {
	case APPEND:
		everyuri_params_append(text, len, &param, name != NULL, &buf, NULL);
		break;
	case DELETE_PAIRS:
		everyuri_params_delete(text, len, param.name, param.value, &buf, NULL);
		break;
	case SET:
		everyuri_params_set(text, len, &param, &buf, NULL);
		break;
	case SORT:
		everyuri_params_sort(text, len, &buf, NULL);
		break;
	}
	is_text(buf.len ? buf.data : "", buf.len, want, "URLSearchParams %s: %s, %s in %s",
	        names[change], name ? name : "nothing", value ? value : "nothing", list);
	everyuri_buf_free(&buf);
}

static void changing(void)
{
	changed("", APPEND, "a", "b", "a=b");
	changed("a", APPEND, "a", "b", "a=&a=b");
	changed("a=1", APPEND, "x y", NULL, "a=1&x+y=");
	changed("", APPEND, "+&=%", "\xC3\xA9~*-._\xFF", "%2B%26%3D%25=%C3%A9%7E*-._%EF%BF%BD");
	changed("&a&&b=%7e+%20&=", APPEND, NULL, NULL, "a=&b=%7E++&=");
	changed("=&a", APPEND, NULL, NULL, "=&a=");
	changed("a=1&b=2&%61=3", DELETE_PAIRS, "a", NULL, "b=2");
	changed("a=1&b=2&%61=3", DELETE_PAIRS, "a", "3", "a=1&b=2");
	changed("a=1&b=2&%61=3", DELETE_PAIRS, "a", "", "a=1&b=2&a=3");
	changed("a&b", DELETE_PAIRS, "a", "", "b=");
	changed("a=1", DELETE_PAIRS, "a", NULL, "");
	changed("a=1&b=2&a=3", SET, "a", "4", "a=4&b=2");
	changed("b=2", SET, "a", "4", "b=2&a=4");
	changed("b=2&+=1", SET, " ", NULL, "b=2&+=");
	changed("z=b&a=b&z=a&a=a", SORT, NULL, NULL, "a=b&a=a&z=b&z=a");
	changed("b&%61&A&", SORT, NULL, NULL, "A=&a=&b=");
	changed("bbb&bb&b&", SORT, NULL, NULL, "b=&bb=&bbb=");
	changed("x=1&=2&x=3", SORT, NULL, NULL, "=2&x=1&x=3");
	/* U+1F4A9 is D83D DCA9 in UTF-16, so it comes before U+E000 and behind U+D7FF. */
	changed("%EE%80%80&%F0%9F%92%A9&%ED%9F%BF&a", SORT, NULL, NULL,
	        "a=&%ED%9F%BF=&%F0%9F%92%A9=&%EE%80%80=");
	changed("%EF%BF%BD=1&%F0%90%80%80=2&%FF=3", SORT, NULL, NULL,
	        "%F0%90%80%80=2&%EF%BF%BD=1&%EF%BF%BD=3");
	changed("%EF%BF%BF&%F0%90%80%80", SORT, NULL, NULL, "%F0%90%80%80=&%EF%BF%BF=");
	changed("a%00c&a%00b", SORT, NULL, NULL, "a%00b=&a%00c=");
	changed("", SORT, NULL, NULL, "");
}

/* ---- size --------------------------------------------------------------------------------- */

/* 100,000 pairs whose names repeat and are in no order: in time. */
static void many(void)
{
	const size_t n = getenv("EVERYURI_QUICK") ? 10000 : 100000;
	char *list = malloc(n * 16);
	struct everyuri_buf buf;
	size_t len = 0, n_in_order = 0;
	unsigned last = 0, last_value = 0;
	clock_t start;
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;

	if (!list)
		abort();
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(list + len, 16, "%05u=%06u&", (unsigned)(i * 7919 % 10007),
		                        (unsigned)i);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	start = clock();
	everyuri_params_sort(list, len, &buf, NULL);
	ok(in_time(seconds_since(start), len), "linear time: %zu pairs are sorted in time", n);
	while (everyuri_params_next(buf.data, buf.len, &iter, &param)) {
		unsigned name = (unsigned)strtoul(param.name.data, NULL, 10);
		unsigned value = (unsigned)strtoul(param.value.data, NULL, 10);

		n_in_order += name > last || (name == last && value >= last_value);
		last = name;
		last_value = value;
	}
	ok(n_in_order == n, "URLSearchParams sort: %zu of %zu pairs stand in order, stably",
	   n_in_order, n);
	start = clock();
	everyuri_params_delete(list, len, text_of("00000"), text_of(NULL), &buf, NULL);
	param.name = text_of("00001");
	param.value = text_of("");
	everyuri_params_set(list, len, &param, &buf, NULL);
	ok(everyuri_params_size(list, len) == n && in_time(seconds_since(start), len),
	   "linear time: %zu pairs are counted and changed in time", n);
	everyuri_buf_free(&buf);
	free(list);
}

int main(void)
{
	parsing();
	looking_up();
	changing();
	many();
	guard_free(&guard);
	return done();
}
