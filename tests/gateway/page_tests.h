/* page_tests.h - what the tests of pages share. */
#ifndef TESTS_GATEWAY_PAGE_TESTS_H
#define TESTS_GATEWAY_PAGE_TESTS_H

#include "markup.h"
#include "shown.h"
#include "tap.h"

static struct shown shown;

static inline void begin_object(struct everyuri_text uri, enum everyuri_object_kind kind,
                                const char *media_type, const char *charset)
{
	struct everyuri_object object = { .kind = kind,
		                          .length = UNKNOWN,
		                          .address_class = EVERYURI_ADDRESS_LOOPBACK };

	if (media_type)
		object.media_type = (struct everyuri_text){ media_type, strlen(media_type) };
	if (charset)
		object.charset = (struct everyuri_text){ charset, strlen(charset) };
	shown_begin(&shown, uri);
	shown_object(&shown, &object);
}

/* What stands between two texts of the page, in memory of this file. */
static inline const char *between(const char *page, const char *front, const char *back)
{
	static char text[1 << 16];
	const char *begin = strstr(page, front), *end;
	size_t len;

	if (!begin)
		return "(no front)";
	begin += strlen(front);
	end = strstr(begin, back);
	len = end ? (size_t)(end - begin) : 0;
	if (!end || len >= sizeof text)
		return "(no back)";
	memcpy(text, begin, len);
	text[len] = '\0';
	return text;
}

static inline void is_between(const char *front, const char *back, const char *want,
                              const char *name)
{
	const char *got = between(shown_body(&shown), front, back);

	is_text(got, strlen(got), want, "%s", name);
}

static inline void tell_text(const char *data, size_t len, size_t cut)
{
	for (size_t at = 0; at < len; at += cut)
		shown_bytes(&shown, data + at, len - at < cut ? len - at : cut);
	shown_end(&shown, true, NULL);
}

/* What others might write. */
static const struct everyuri_text hostile[] = {
	BYTES("<script>alert(1)</script>"),
	BYTES("\"><img src=x onerror=alert(1)>"),
	BYTES("' onmouseover='x"),
	BYTES("</pre></title></a><h1>"),
	BYTES("&lt;b&gt;&#60;i&#62;"),
	BYTES("\0<b>\0"),
	BYTES("\x1B[2J\x07\x7F\xC2\x85"),
	BYTES("\xE2\x80\xAE"
	      "drowssap\xE2\x81\xA6"),
	BYTES("\xC3<b>\xE2\x82<i>\xF0\x9F<"),
	BYTES("\xFE\xFF<\xED\xA0\x80>"),
	BYTES("+ADw-script+AD4-"),
	BYTES("<!--<![CDATA["),
	BYTES("a\r\nb\n\n=> javascript:x y\n```\n"),
	BYTES("http://h/\"><script> <URL:http://h/'onclick=x>"),
	BYTES("javascript://h/%0Aalert(1)"),
	BYTES("gopher://h/1<b>\"'"),
};
#define N_HOSTILE (sizeof hostile / sizeof *hostile)

#endif
