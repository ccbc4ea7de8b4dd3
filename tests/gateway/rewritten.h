/* rewritten.h - documents of others, and what their pages make of the addresses in them. */
#ifndef TESTS_GATEWAY_REWRITTEN_H
#define TESTS_GATEWAY_REWRITTEN_H

#include "page_tests.h"

struct rewritten {
	const char *from, *to;
};

/* In what is wanted "@" is what addresses of links begin with, "~" those of pictures (and "^" of other hosts'), "$" of
 * style sheets, "!" of sound and film: their hour and digest is left out of what came. */
static inline void expand(const char *to, char *want, size_t cap)
{
	static const struct {
		char mark;
		const char *text;
	} marks[] = { { '@', "/gopher%3A%2F%2Fh.dom" },
		      { '~', "/_/within/p/gopher%3A%2F%2Fh.dom" },
		      { '^', "/_/within/P/http" },
		      { '$', "/_/within/s/gopher%3A%2F%2Fh.dom" },
		      { '!', "/_/within/m/gopher%3A%2F%2Fh.dom" } };
	size_t n = 0;

	for (; *to && n + 64 < cap; to++) {
		const char *text = NULL;

		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
			if (marks[i].mark == *to && (*to != '!' || to[1] == '%') &&
			    (*to != '$' || to[1] == '%') && (*to != '@' || to[1] == '%'))
				text = marks[i].text;
		if (text) {
			memcpy(want + n, text, strlen(text));
			n += strlen(text);
		} else {
			want[n++] = *to;
		}
	}
	want[n] = '\0';
}

/* "/_/within/p/0000002a-digest/": the hour and the digest, 42 bytes. */
static inline void leave_digests_out(char *text)
{
	static const char front[] = "/_/within/";

	while ((text = strstr(text, front))) {
		text += strlen(front) + 2;
		if (strlen(text) > 42 && text[8] == '/' && text[41] == '/')
			memmove(text, text + 42, strlen(text + 42) + 1);
	}
}

static inline void check_rewritten(const char *type, const struct rewritten *rows, size_t n_rows)
{
	const bool xml = strcmp(type, "text/html") != 0;

	for (size_t i = 0; i < n_rows; i++) {
		const size_t len = strlen(rows[i].from);
		char want[1024], got[4096];
		unsigned same = 0;

		expand(rows[i].to, want, sizeof want);
		for (size_t cut = 1; cut <= len; cut++) {
			const char *body;

			begin_object(TEXT("gopher://h.dom/h/a"), EVERYURI_DOCUMENT, type, NULL);
			tell_text(rows[i].from, len, cut);
			body = shown_body(&shown);
			if (!xml)
				body = strstr(body, "-->\n") ? strstr(body, "-->\n") + 4 :
				                               "(nothing)";
			snprintf(got, sizeof got, "%s", body);
			leave_digests_out(got);
			same += !strcmp(got, want);
			if (cut == len)
				is_text(got, strlen(got), want, "RFC 3986 5: %s", rows[i].from);
		}
		is_number(same, (long long)len, "however it is cut: %s", rows[i].from);
	}
}

#endif
