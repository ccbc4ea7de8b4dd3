/* peer_json.c STANDARD json|tsv - print what `everyuri parse --format json` or tsv prints, with libcurl's
 * URL API.
 *
 * Reads one URL a line and prints the same keys in the same order with the same escapes.
* libcurl differs in three things: it accepts other texts, it fills in an empty path and lowers the scheme, and it gives
 * no offset of an error.  STANDARD is printed as the standard, so that the two outputs can be compared.
 *
 * It is written to be fast: one handle, large buffers, a table for escapes. */
#include <curl/curl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUT_SIZE ((size_t)256 << 10)
#define IN_SIZE ((size_t)256 << 10)

static char out[OUT_SIZE];
static size_t out_len;

static void flush(void)
{
	for (size_t at = 0; at < out_len;) {
		ssize_t n = write(STDOUT_FILENO, out + at, out_len - at);

		if (n < 0) {
			perror("peer_json");
			exit(2);
		}
		at += (size_t)n;
	}
	out_len = 0;
}

static void put(const char *data, size_t len)
{
	while (len > OUT_SIZE - out_len) {
		size_t room = OUT_SIZE - out_len;

		memcpy(out + out_len, data, room);
		out_len = OUT_SIZE;
		flush();
		data += room;
		len -= room;
	}
	memcpy(out + out_len, data, len);
	out_len += len;
}

#define PUT(literal) put(literal, sizeof(literal) - 1)

/* ---- JSON strings ------------------------------------------------------------- */

/* Not zero: the byte must be escaped in a JSON string of ASCII. */
static unsigned char special[256];

static void special_fill(void)
{
	for (int byte = 0; byte < 256; byte++)
		special[byte] = byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\';
}

/* Returns the length of the UTF-8 sequence at data (a NUL ends the text), 0 if it is invalid. */
static size_t utf8_length(const unsigned char *data)
{
	size_t n = data[0] < 0xC2 ? 0 : data[0] < 0xE0 ? 2 : data[0] < 0xF0 ? 3 : 4;

	if (data[0] > 0xF4 || (data[0] == 0xE0 && data[1] < 0xA0) ||
	    (data[0] == 0xED && data[1] > 0x9F) || (data[0] == 0xF0 && data[1] < 0x90) ||
	    (data[0] == 0xF4 && data[1] > 0x8F))
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((data[i] & 0xC0) != 0x80)
			return 0;
	return n;
}

static void put_control(unsigned char byte)
{
	static const char letter[] = "btn\0fr"; /* for 08 to 0D */
	char text[7];

	if (byte >= 8 && byte <= 13 && letter[byte - 8])
		put(text, (size_t)snprintf(text, sizeof text, "\\%c", letter[byte - 8]));
	else
		put(text, (size_t)snprintf(text, sizeof text, "\\u%04x", byte));
}

static void put_escaped(const char *text, size_t len)
{
	const unsigned char *data = (const unsigned char *)text;
	size_t run = 0;

	for (size_t at = 0; at < len;) {
		if (!special[data[at]]) {
			at++;
			continue;
		}
		size_t n = data[at] >= 0x80 ? utf8_length(data + at) : 0;

		if (n) {
			at += n;
			continue;
		}
		put(text + run, at - run);
		if (data[at] == '"')
			PUT("\\\"");
		else if (data[at] == '\\')
			PUT("\\\\");
		else if (data[at] < 0x20)
			put_control(data[at]);
		else
			PUT("\xEF\xBF\xBD");
		run = ++at;
	}
	put(text + run, len - run);
}

/* ---- one URL --------------------------------------------------------------------- */

static const struct {
	CURLUPart part;
	const char *lead;
} columns[] = {
	{ CURLUPART_SCHEME, ",\"scheme\":\"" },     { CURLUPART_USER, ",\"user\":\"" },
	{ CURLUPART_PASSWORD, ",\"password\":\"" }, { CURLUPART_HOST, ",\"host\":\"" },
	{ CURLUPART_PORT, ",\"port\":\"" },         { CURLUPART_PATH, ",\"path\":\"" },
	{ CURLUPART_QUERY, ",\"query\":\"" },       { CURLUPART_FRAGMENT, ",\"fragment\":\"" },
};

static const char *host_kind(const char *host)
{
	if (!*host)
		return "empty";
	if (*host == '[')
		return "ipv6";
	return host[strspn(host, "0123456789.")] ? "name" : "ipv4";
}

static void put_parts(CURLU *url)
{
	const char *kind = NULL;

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
		char *value;

		if (curl_url_get(url, columns[i].part, &value, 0))
			continue;
		put(columns[i].lead, strlen(columns[i].lead));
		put_escaped(value, strlen(value));
		PUT("\"");
		if (columns[i].part == CURLUPART_HOST)
			kind = host_kind(value);
		curl_free(value);
	}
	if (kind) {
		PUT(",\"host_kind\":\"");
		put(kind, strlen(kind));
		PUT("\"");
	}
}

static void answer(CURLU *url, const char *standard, const char *line, size_t len)
{
	CURLUcode code = curl_url_set(url, CURLUPART_URL, line, CURLU_NON_SUPPORT_SCHEME);

	PUT("{\"uri\":\"");
	put_escaped(line, len);
	PUT("\",\"standard\":\"");
	put(standard, strlen(standard));
	if (code) {
		const char *message = curl_url_strerror(code);

		PUT("\",\"valid\":false,\"error\":{\"at\":0,\"clause\":\"\",\"message\":\"");
		put_escaped(message, strlen(message));
		PUT("\"}}\n");
		return;
	}
	PUT("\",\"valid\":true");
	put_parts(url);
	PUT("}\n");
}

/* ---- the same as a row ------------------------------------------------------------ */

static void put_cell(const char *text, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len; at++) {
		const char *escape = text[at] == '\t' ? "\\t" :
		                     text[at] == '\n' ? "\\n" :
		                     text[at] == '\r' ? "\\r" :
		                     text[at] == '\\' ? "\\\\" :
		                                        NULL;

		if (!escape)
			continue;
		put(text + run, at - run);
		put(escape, 2);
		run = at + 1;
	}
	put(text + run, len - run);
}

static void answer_row(CURLU *url, const char *standard, const char *line, size_t len)
{
	CURLUcode code = curl_url_set(url, CURLUPART_URL, line, CURLU_NON_SUPPORT_SCHEME);

	put_cell(line, len);
	PUT("\t");
	put(standard, strlen(standard));
	if (code)
		PUT("\tfalse\t0");
	else
		PUT("\ttrue\t\\N");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
		char *value = NULL;

		PUT("\t");
		if (code || curl_url_get(url, columns[i].part, &value, 0))
			PUT("\\N");
		else
			put_cell(value, strlen(value));
		curl_free(value);
	}
	PUT("\t\\N\n"); /* href */
}

static void put_head(void)
{
	PUT("uri\tstandard\tvalid\tat\tscheme\tuser\tpassword\thost\tport\tpath\tquery\tfragment\th"
	    "ref\n");
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	const char *standard = argv[1];
	bool is_tsv = !strcmp(argv[2], "tsv");
	static char in[IN_SIZE];
	CURLU *url = curl_url();
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;

	if (!url)
		return 2;
	special_fill();
	setvbuf(stdin, in, _IOFBF, sizeof in);
	if (is_tsv)
		put_head();
	while ((len = getline(&line, &cap, stdin)) > 0) {
		if (line[len - 1] == '\n')
			line[--len] = '\0';
		if (is_tsv)
			answer_row(url, standard, line, (size_t)len);
		else
			answer(url, standard, line, (size_t)len);
	}
	flush();
	free(line);
	curl_url_cleanup(url);
	return 0;
}
