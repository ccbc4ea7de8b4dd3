/* search.c - words for an index become the URI that asks for them. */
#include <everyuri.h>

#include "tap.h"

static struct everyuri_buf buf;

static enum everyuri_standard standard = EVERYURI_RFC3986;

static enum everyuri_status search(const char *index, const char *words, size_t len)
{
	struct everyuri_uri uri;

	if (everyuri_parse(index, strlen(index), standard, 0, NULL, NULL, &uri, NULL))
		return EVERYURI_INVALID;
	return everyuri_search_uri(&uri, (struct everyuri_text){ words, len }, &buf, NULL);
}

static void gives(const char *index, const char *words, const char *uri)
{
	bool good = !search(index, words, strlen(words)) && buf.len == strlen(uri) &&
	            !memcmp(buf.data, uri, buf.len);

	ok(good, "%s, \"%s\": %s", index, words, uri);
	if (!good)
		printf("# %.*s\n", (int)buf.len, buf.data);
}

/* What the search of a gopher index sends, by its plan. */
static void check_plan(const char *index, const char *sent)
{
	struct everyuri_plan plan;
	struct everyuri_buf plan_buf;
	struct everyuri_uri uri;
	struct everyuri_step step;
	struct everyuri_field field;
	bool found = false;

	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	if (!search(index, "a+b c%", 6) &&
	    !everyuri_parse(buf.data, buf.len, standard, 0, NULL, NULL, &uri, NULL) &&
	    !everyuri_plan_make(&uri, NULL, &plan_buf, &plan, NULL))
		for (size_t at = 0; everyuri_step_next(plan.steps, &at, &step);)
			found = found || (everyuri_step_field(&step, EVERYURI_FIELD_LINE, &field) &&
			                  field.text.len == strlen(sent) &&
			                  !memcmp(field.text.data, sent, strlen(sent)));
	ok(found, "%s, %s: a gopher server is asked for the words as they are",
	   everyuri_standard_name(standard), index);
	everyuri_buf_free(&plan_buf);
}

int main(void)
{
	everyuri_buf_init(&buf, NULL, 0, NULL);
	gives("gopher://h/7/find", "c compiler", "gopher://h/7/find%09c%20compiler");
	gives("gopher://h/7/find%09old", "new", "gopher://h/7/find%09new");
	gives("gophers://h:71/7q#top", "a/b?c", "gophers://h:71/7q%09a%2Fb%3Fc");
	gives("wais://h/db", "one  two", "wais://h/db?one+two");
	gives("wais://h/db?old", "a+b", "wais://h/db?a%2Bb");
	gives("http://h/index?x#y", " C++ & co ", "http://h/index?C%2B%2B+%26+co");
	gives("gemini://h/ask", "what is it", "gemini://h/ask?what%20is%20it");
	gives("GOPHER://h/7", "\xC3\xA9", "GOPHER://h/7%09%C3%A9");
	gives("http://h/i", "", "http://h/i?");
	gives("gopher://h", "a b", "gopher://h/7%09a%20b");
	gives("gopher://h:70/#top", "a b", "gopher://h:70/7%09a%20b");
	gives("gopher://h/%09old", "a b", "gopher://h/7%09a%20b");
	gives("gopher:7", "a b", "gopher:7%09a%20b");
	check_plan("gopher://h/7/find", "/find\ta+b c%");
	check_plan("gopher://h", "\ta+b c%");
	for (standard = EVERYURI_URL1993; standard <= EVERYURI_URI1994; standard++) {
		gives("gopher://h/7a?x", "a b", "gopher://h/7a?a+b");
		check_plan("gopher://h/7a?x", "a\ta+b c%");
		check_plan("gopher://h", "\ta+b c%");
		ok(search("gopher://h/7", "a\tb", 3) == EVERYURI_UNSAFE,
		   "no tab is sent to gopher");
	}
	standard = EVERYURI_RFC3986;
	ok(search("ftp://h/", "w", 1) == EVERYURI_UNSUPPORTED, "nothing is searched by ftp");
	ok(search("gopher://h/7", "a\r\nb", 4) == EVERYURI_UNSAFE, "no line end is sent");
	ok(search("wais://h/db", "a\0b", 3) == EVERYURI_UNSAFE, "no NUL is sent");
	ok(search("gopher://h/7", "a\tb", 3) == EVERYURI_UNSAFE, "no tab is sent to gopher");
	ok(search("http://h/7", "a\tb", 3) == EVERYURI_OK, "a tab is sent to http, encoded");
	everyuri_buf_free(&buf);
	return done();
}
