/* nfc.c - compare everyuri_nfc with Unicode's NormalizationTest.txt, from Debian's unicode-data, and with
 * UnicodeData.txt for the code points that are not in it.
 *
* They may be of an older version of Unicode than the library: the normal form of an assigned character never changes
 * (UAX #15 3). */
#include <everyuri.h>

#include "tap.h"

#include <stdlib.h>

#define FOLDER "/usr/share/unicode/"
#define CODE_POINTS 0x110000

enum { N_COLUMNS = 5, COLUMN_MAX = 256 };

struct text {
	char data[COLUMN_MAX];
	size_t len;
};

static void put_utf8(struct text *to, unsigned long c)
{
	char *data = to->data + to->len;
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = n; i-- > 1; c >>= 6)
		data[i] = (char)(0x80 | (c & 0x3F));
	data[0] = (char)(n == 1 ? c : (0xF00UL >> n & 0xF0) | c);
	to->len += n;
}

static FILE *open_packed_or_not(const char *name, bool *packed)
{
	char command[128];
	FILE *file;

	snprintf(command, sizeof command, FOLDER "%s", name);
	file = fopen(command, "rb");
	*packed = !file;
	if (file)
		return file;
	snprintf(command, sizeof command, FOLDER "%s.bz2", name);
	file = fopen(command, "rb");
	if (!file)
		return NULL;
	fclose(file);
	snprintf(command, sizeof command, "bzip2 -dc " FOLDER "%s.bz2", name);
	return popen(command, "r");
}

static void close_packed_or_not(FILE *file, bool packed)
{
	if (packed)
		pclose(file);
	else
		fclose(file);
}

static bool gives(const struct text *text, const struct text *want, struct everyuri_buf *buf)
{
	return everyuri_nfc(text->data, text->len, buf, NULL) == EVERYURI_OK &&
	       buf->len == want->len && !memcmp(buf->data, want->data, want->len);
}

/* Reads five columns of code points; *first: the first of them.  Returns: false for any other line. */
static bool read_columns(const char *line, struct text column[N_COLUMNS], unsigned long *first,
                         bool *single)
{
	*first = strtoul(line, NULL, 16);
	*single = line[strcspn(line, " ;")] == ';';
	for (int i = 0; i < N_COLUMNS; i++) {
		column[i].len = 0;
		while (*line != ';') {
			char *end;
			unsigned long c = strtoul(line, &end, 16);

			if (end == line || c >= CODE_POINTS || column[i].len + 4 > COLUMN_MAX)
				return false;
			put_utf8(&column[i], c);
			line = end + (*end == ' ');
		}
		line++;
	}
	return true;
}

/* Returns: false if there is no such file.  listed: set for the code points in part 1. */
static bool try_lines(bool *listed, struct everyuri_buf *buf)
{
	static struct text c[N_COLUMNS];
	bool packed, single, in_part1 = false;
	FILE *file = open_packed_or_not("NormalizationTest.txt", &packed);
	char line[2048];
	unsigned long first, n = 0, wrong = 0;

	if (!file)
		return false;
	while (fgets(line, sizeof line, file)) {
		if (line[0] == '@')
			in_part1 = !strncmp(line, "@Part1", 6);
		if (!read_columns(line, c, &first, &single))
			continue;
		n++;
		if (in_part1 && single)
			listed[first] = true;
		if (gives(&c[0], &c[1], buf) && gives(&c[1], &c[1], buf) &&
		    gives(&c[2], &c[1], buf) && gives(&c[3], &c[3], buf) &&
		    gives(&c[4], &c[3], buf))
			continue;
		if (++wrong < 20)
			diag("%.200s", line);
	}
	close_packed_or_not(file, packed);
	ok(n > 18000 && !wrong, "UAX #15: %lu of %lu lines of NormalizationTest.txt", n - wrong, n);
	return true;
}

/* A code point that part 1 does not list is its own normal form. */
static void try_others(const bool *listed, struct everyuri_buf *buf)
{
	bool packed;
	FILE *file = open_packed_or_not("UnicodeData.txt", &packed);
	char line[2048];
	unsigned long first = 0, n = 0, wrong = 0;

	if (!file) {
		skip("the other code points", FOLDER "UnicodeData.txt is not there");
		return;
	}
	while (fgets(line, sizeof line, file)) {
		unsigned long last = strtoul(line, NULL, 16);

		if (!strstr(line, ", Last>"))
			first = last;
		for (unsigned long code_point = first; code_point <= last; code_point++) {
			struct text text = { .len = 0 };

			if (listed[code_point] || (code_point >= 0xD800 && code_point < 0xE000))
				continue;
			put_utf8(&text, code_point);
			n++;
			wrong += !gives(&text, &text, buf);
		}
	}
	close_packed_or_not(file, packed);
	ok(n > 250000 && !wrong, "UAX #15: %lu of %lu other code points are their own form",
	   n - wrong, n);
}

int main(void)
{
	static bool listed[CODE_POINTS];
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (try_lines(listed, &buf))
		try_others(listed, &buf);
	else
		skip("UAX #15: NormalizationTest.txt", "the package unicode-data is not installed");
	everyuri_buf_free(&buf);
	return done();
}
