/* write.c - the escaping writers: what each byte becomes, blocks of any size, and a
 * flush that fails. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdlib.h>

/* Everything that was handed over. */
struct sink {
	char data[4096];
	size_t len;
	unsigned n_calls, n_allowed;
};

static bool sink_take(void *context, const char *data, size_t len)
{
	struct sink *sink = context;

	if (sink->n_calls++ >= sink->n_allowed || len > sizeof sink->data - sink->len)
		return false;
	memcpy(sink->data + sink->len, data, len);
	sink->len += len;
	return true;
}

typedef void write_fn(struct everyuri_writer *w, const char *data, size_t len);

/* Write a text that lies before an unreadable page, through a block of that size. */
static void write_one(struct sink *sink, size_t cap, write_fn *fn, const char *data, size_t len)
{
	/* Kept from call to call: to map them would take most of the time. */
	static struct guard text, block;
	char *mem = calloc(cap, 1);
	struct everyuri_writer w;

	*sink = (struct sink){ .n_allowed = 1000 };
	everyuri_writer_init(&w, guard_end(&block, mem, cap), cap, sink_take, sink);
	fn(&w, guard_end(&text, data, len), len);
	everyuri_writer_flush(&w);
	free(mem);
}

struct row {
	write_fn *fn;
	const char *name, *in;
	size_t len;
	const char *out;
};

#define FFFD "\xEF\xBF\xBD"
#define ROW(fn, in, out, name)                        \
	{                                             \
		fn, name, (in), sizeof(in) - 1, (out) \
	}

static const struct row rows[] = {
	ROW(everyuri_write, "a\"\\\n", "a\"\\\n", "bytes go as they are"),
	ROW(everyuri_write, "", "", "nothing is nothing"),

	ROW(everyuri_write_json, "http://h/p?q#f", "http://h/p?q#f", "JSON: plain text stays"),
	ROW(everyuri_write_json, "a\"b\\c/", "a\\\"b\\\\c/",
	    "JSON, RFC 8259 7: quotation mark and backslash are escaped, a slash is not"),
	ROW(everyuri_write_json, "\b\t\n\f\r", "\\b\\t\\n\\f\\r",
	    "JSON, RFC 8259 7: five controls have a letter"),
	ROW(everyuri_write_json, "\0\1\x1F\x7F", "\\u0000\\u0001\\u001f\x7F",
	    "JSON, RFC 8259 7: other controls are four digits, and DEL is not one"),
	ROW(everyuri_write_json, "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80",
	    "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "JSON: valid UTF-8 stays"),
	ROW(everyuri_write_json,
	    "a\xFF"
	    "b\x80",
	    "a" FFFD "b" FFFD, "JSON: each byte that is no UTF-8 is U+FFFD"),
	ROW(everyuri_write_json, "\xE2\x82", FFFD FFFD, "JSON: so is each of a sequence cut short"),
	ROW(everyuri_write_json, "\xC0\xAF", FFFD FFFD, "JSON: and of one longer than needed"),
	ROW(everyuri_write_json, "\xED\xA0\x80", FFFD FFFD FFFD, "JSON: and of a surrogate"),
	ROW(everyuri_write_json, "\xF4\x90\x80\x80", FFFD FFFD FFFD FFFD,
	    "JSON: and of what lies above U+10FFFF"),
	ROW(everyuri_write_json, "\xE0\x9F\xBF", FFFD FFFD FFFD, "JSON: E0 wants A0 or more next"),
	ROW(everyuri_write_json, "\xE2\x82\xE2\x82\xAC", FFFD FFFD "\xE2\x82\xAC",
	    "JSON: a sequence is found right behind a broken one"),

	ROW(everyuri_write_tsv, "a\tb\nc\rd\\e\0f", "a\\tb\\nc\\rd\\\\e\\0f",
	    "TSV: tab, newline, CR, backslash and NUL are escaped"),
	ROW(everyuri_write_tsv, "\1\x1B\x7F\xFF\xC3\xA9", "\1\x1B\x7F\xFF\xC3\xA9",
	    "TSV: every other byte stays"),

	ROW(everyuri_write_html, "<a href=\"x\">&'</a>",
	    "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;",
	    "HTML: five characters are escaped"),
	ROW(everyuri_write_html, "a\t\n\f\rb", "a\t\n\f\rb", "HTML: white space stays"),
	ROW(everyuri_write_html, "\0\1\x1B\x7F", FFFD FFFD FFFD FFFD, "HTML: controls are U+FFFD"),
	ROW(everyuri_write_html, "\xC2\x85\xC2\xA0", FFFD "\xC2\xA0",
	    "HTML: a C1 control is one U+FFFD, U+00A0 stays"),
	ROW(everyuri_write_html_shown, "a\t\n\f\r<\x1B", "a\t\n&#x000c;&#x000d;&lt;" FFFD,
	    "HTML on a terminal: what a terminal acts on is a reference"),
	ROW(everyuri_write_html_shown, "\xE2\x80\xAE\xC2\x9B\xC2\xA0\xFF",
	    "&#x202e;" FFFD "\xC2\xA0" FFFD,
	    "HTML on a terminal: what turns the direction of text is a reference"),
	ROW(everyuri_write_html, "\xC3\xA9\xFF", "\xC3\xA9" FFFD, "HTML: bytes that are no UTF-8"),

	ROW(everyuri_write_terminal, "a\tb\nc\\d", "a\tb\nc\\d",
	    "terminal: TAB, LF and backslash stay"),
	ROW(everyuri_write_terminal, "\x1B[31m\r\b\0\x7F", "\\x1b[31m\\x0d\\x08\\x00\\x7f",
	    "THREATS C6: terminal: controls are shown"),
	ROW(everyuri_write_terminal,
	    "\xC2\x9B"
	    "1m\xC2\xA0",
	    "\\xc2\\x9b1m\xC2\xA0", "THREATS C6: terminal: so are C1 controls, and U+00A0 is none"),
	ROW(everyuri_write_terminal, "\xE2\x80\xAE\xE2\x80\xAA\xE2\x80\xAF",
	    "\\xe2\\x80\\xae\\xe2\\x80\\xaa\xE2\x80\xAF", "THREATS C6: terminal: U+202A to U+202E"),
	ROW(everyuri_write_terminal, "\xE2\x80\x8D\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\x90",
	    "\xE2\x80\x8D\\xe2\\x80\\x8e\\xe2\\x80\\x8f\xE2\x80\x90",
	    "THREATS C6: terminal: U+200E and U+200F"),
	ROW(everyuri_write_terminal, "\xE2\x81\xA5\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA",
	    "\xE2\x81\xA5\\xe2\\x81\\xa6\\xe2\\x81\\xa9\xE2\x81\xAA",
	    "THREATS C6: terminal: U+2066 to U+2069"),
	ROW(everyuri_write_terminal, "\xD8\x9C\xD8\x9B", "\\xd8\\x9c\xD8\x9B",
	    "THREATS C6: terminal: U+061C"),
	ROW(everyuri_write_terminal,
	    "\x9B"
	    "1m\xE2\x82",
	    "\\x9b1m\\xe2\\x82", "terminal: bytes that are no UTF-8 are shown, one by one"),

	ROW(everyuri_write_base64, "", "", "RFC 4648 10: nothing"),
	ROW(everyuri_write_base64, "f", "Zg==", "RFC 4648 10: f"),
	ROW(everyuri_write_base64, "fo", "Zm8=", "RFC 4648 10: fo"),
	ROW(everyuri_write_base64, "foo", "Zm9v", "RFC 4648 10: foo"),
	ROW(everyuri_write_base64, "foob", "Zm9vYg==", "RFC 4648 10: foob"),
	ROW(everyuri_write_base64, "fooba", "Zm9vYmE=", "RFC 4648 10: fooba"),
	ROW(everyuri_write_base64, "foobar", "Zm9vYmFy", "RFC 4648 10: foobar"),
	ROW(everyuri_write_base64, "\xFB\xFF\xBF\0", "+/+/AA==", "RFC 4648 4: + and / and NUL"),
};

/* A writer by hand, a byte at a time, of what JSON must do with ASCII. */
static size_t json_plainly(const char *in, size_t len, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)in[i];

		if (byte == '"' || byte == '\\')
			out[n++] = '\\';
		if (byte < 0x20)
			n += (size_t)sprintf(out + n, "\\u%04x", byte);
		else if (byte > 0x7F)
			n += (size_t)sprintf(out + n, FFFD);
		else
			out[n++] = (char)byte;
	}
	return n;
}

/* Eight bytes are looked at together: any byte, at any place among plain ones. */
static void test_every_place(void)
{
	bool good = true;

	for (unsigned byte = 0; byte < 256; byte++) {
		if (byte >= 8 && byte <= 13 && byte != 11)
			continue; /* those with a letter of their own */
		for (size_t len = 1; len <= 24; len++) {
			for (size_t at = 0; at < len; at++) {
				char text[24], want[200];
				struct sink sink;

				memset(text, 'z', sizeof text);
				text[at] = (char)byte;
				write_one(&sink, 64, everyuri_write_json, text, len);
				size_t n = json_plainly(text, len, want);

				good = good && sink.len == n && !memcmp(sink.data, want, n);
			}
		}
	}
	ok(good, "JSON: every byte is seen at every place of a text of up to 24 bytes");
}

/* The same text, where one byte may be written as two. */
static size_t tsv_plainly(const char *text, size_t len, char *want)
{
	static const char bytes[] = "\t\n\r\\", letters[] = "tnr\\0"; /* the last is NUL's */
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		const char *special = memchr(bytes, text[i], sizeof bytes);

		if (special)
			want[n++] = '\\';
		want[n++] = special ? letters[special - bytes] : text[i];
	}
	return n;
}

static void test_every_place_of_tsv(void)
{
	bool good = true;

	for (unsigned byte = 0; byte < 256; byte++)
		for (size_t len = 1; len <= 24; len++)
			for (size_t at = 0; at < len; at++) {
				char text[24], want[48];
				struct sink sink;

				memset(text, at % 2 ? '\xFF' : 'z', sizeof text);
				text[at] = (char)byte;
				write_one(&sink, 64, everyuri_write_tsv, text, len);
				size_t n = tsv_plainly(text, len, want);

				good = good && sink.len == n && !memcmp(sink.data, want, n);
			}
	ok(good, "TSV: every byte is seen at every place of a text of up to 24 bytes");
}

static void test_numbers(void)
{
	static const struct {
		uint64_t number;
		const char *text;
	} numbers[] = { { 0, "0" },
		        { 7, "7" },
		        { 10, "10" },
		        { 65535, "65535" },
		        { UINT64_MAX, "18446744073709551615" } };

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sink sink = { .n_allowed = 1 };
		char mem[64];
		struct everyuri_writer w;

		everyuri_writer_init(&w, mem, sizeof mem, sink_take, &sink);
		everyuri_write_number(&w, numbers[i].number);
		everyuri_writer_flush(&w);
		is_text(sink.data, sink.len, numbers[i].text, "number %s", numbers[i].text);
	}
}

static size_t put_utf8(char *to, uint32_t point)
{
	if (point < 0x80)
		return to[0] = (char)point, 1;
	if (point < 0x800)
		return to[0] = (char)(0xC0 | point >> 6), to[1] = (char)(0x80 | (point & 63)), 2;
	if (point < 0x10000) {
		to[0] = (char)(0xE0 | point >> 12);
		to[1] = (char)(0x80 | (point >> 6 & 63));
		to[2] = (char)(0x80 | (point & 63));
		return 3;
	}
	to[0] = (char)(0xF0 | point >> 18);
	to[1] = (char)(0x80 | (point >> 12 & 63));
	to[2] = (char)(0x80 | (point >> 6 & 63));
	to[3] = (char)(0x80 | (point & 63));
	return 4;
}

/* What is written as it is takes no cell, one or two; what is escaped one for each byte of that. */
static void test_cells(void)
{
	static const struct {
		uint32_t point;
		unsigned cells;
	} rows_of_cells[] = { { 'a', 1 },     { 0xE9, 1 },    { 0x301, 0 },  { 0x2010, 1 },
		              { 0x200D, 0 },  { 0x3042, 2 },  { 0x3099, 0 }, { 0x65E5, 2 },
		              { 0xAC00, 2 },  { 0x1161, 0 },  { 0xFF21, 2 }, { 0xFF71, 1 },
		              { 0x1F600, 2 }, { 0x20000, 2 }, { 0xFE0F, 0 }, { 0xE0100, 0 },
		              { 0x94D, 0 },   { 0xFFFD, 1 },  { '\t', 4 },   { '\n', 4 },
		              { 0x9B, 8 },    { 0x202E, 12 } };
	unsigned long wrong = 0, first = 0;
	char text[4];
	size_t at;

	for (uint32_t point = 0; point <= 0x10FFFF; point++) {
		size_t len = put_utf8(text, point);
		struct sink sink = { .n_allowed = 1 };
		char mem[64];
		struct everyuri_writer w;

		if (point == '\t' || point == '\n' || (point >= 0xD800 && point <= 0xDFFF))
			continue;
		everyuri_writer_init(&w, mem, sizeof mem, sink_take, &sink);
		everyuri_write_terminal(&w, text, len);
		at = 0;
		unsigned cells = everyuri_cell_next(text, len, &at);

		/* what stands in the block was not flushed */
		if (at != len || (w.len == len ? cells > 2 : cells != w.len)) {
			first = wrong++ ? first : point;
		}
	}
	ok(!wrong, "cells: as many as the escaping writer makes of each character (U+%04lX)",
	   first);
	for (size_t i = 0; i < sizeof rows_of_cells / sizeof *rows_of_cells; i++) {
		struct guard guard = { 0 };
		size_t len = put_utf8(text, rows_of_cells[i].point);

		at = 0;
		is_number(everyuri_cell_next(guard_end(&guard, text, len), len, &at),
		          rows_of_cells[i].cells, "UAX #11: the cells of U+%04lX",
		          (unsigned long)rows_of_cells[i].point);
		guard_free(&guard);
	}
	at = 1;
	is_number(everyuri_cell_next("a\xE2\x82", 3, &at), 4,
	          "cells: what is no UTF-8, a byte alone");
	is_number((long long)at, 2, "and its length");
}

static void test_flush(void)
{
	struct sink sink = { .n_allowed = 1 };
	char mem[64], text[64];
	struct everyuri_writer w;

	memset(text, 'x', sizeof text);
	everyuri_writer_init(&w, mem, sizeof mem, sink_take, &sink);
	ok(everyuri_writer_flush(&w) && sink.n_calls == 0,
	   "with nothing held nothing is handed over");
	everyuri_write(&w, text, 64);
	is_number(sink.n_calls, 0, "a block that is just full is held");
	everyuri_write_text(&w, "y");
	is_number((long long)sink.len, 64, "the next byte hands it over");
	ok(!everyuri_writer_flush(&w), "a flush that fails is told");
	ok(w.failed, "and the writer stays failed");
	everyuri_write(&w, text, 64);
	everyuri_write(&w, text, 64);
	is_number(sink.n_calls, 2, "what follows is dropped without another try");
	ok(!everyuri_writer_flush(&w), "and each flush says so");
}

int main(void)
{
	static const size_t caps[] = { 64, 65, 71, 4096 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *row = &rows[i];
		struct sink sink;

		write_one(&sink, 64, row->fn, row->in, row->len);
		is_text(sink.data, sink.len, row->out, "%s", row->name);
	}
	for (size_t c = 0; c < sizeof caps / sizeof *caps; c++) {
		char text[1000], want[3000];
		struct sink sink;

		for (size_t i = 0; i < sizeof text; i++)
			text[i] = (char)(i % 7 ? 'a' + (int)(i % 26) : '\\');
		write_one(&sink, caps[c], everyuri_write_json, text, sizeof text);
		size_t n = json_plainly(text, sizeof text, want);

		ok(sink.len == n && !memcmp(sink.data, want, n),
		   "a long text comes whole through a block of %zu bytes", caps[c]);
	}
	test_every_place();
	test_every_place_of_tsv();
	test_numbers();
	test_cells();
	test_flush();
	return done();
}
