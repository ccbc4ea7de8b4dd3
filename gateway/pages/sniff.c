/* Guesses the type of a document whose type is unknown, and lists the types shown as text. */
#include "gateway/pages/internal.h"

/* The bytes that identify a type.  at: the offset of these bytes in the document. */
static const struct magic {
	char type[20];
	unsigned char at, len;
	char bytes[9];
} magics[] = {
	{ "image/gif", 0, 4, "GIF8" },
	{ "image/png", 0, 8, "\x89PNG\r\n\x1A\n" },
	{ "image/jpeg", 0, 3, "\xFF\xD8\xFF" },
	{ "image/webp", 8, 6, "WEBPVP" },
	{ "application/pdf", 0, 5, "%PDF-" },
	{ "audio/wav", 8, 4, "WAVE" },
	{ "audio/basic", 0, 4, ".snd" },
	{ "audio/mpeg", 0, 3, "ID3" },
	{ "audio/flac", 0, 4, "fLaC" },
	{ "application/ogg", 0, 5, "OggS" },
	{ "application/gzip", 0, 3, "\x1F\x8B\x08" },
	{ "application/zip", 0, 4, "PK\3\4" },
};

/* MIME Sniffing 3, "binary data byte": returns whether the byte does not occur
 * in text.  ESC is allowed, because text for terminals contains it. */
static bool is_binary(unsigned char byte)
{
	return byte <= 8 || byte == 0x0B || (byte >= 0x0E && byte <= 0x1A) ||
	       (byte >= 0x1C && byte <= 0x1F);
}

struct everyuri_text eu_page_sniff(const char *data, size_t len)
{
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
		const struct magic *row = &magics[i];

		if (len >= (size_t)row->at + row->len &&
		    !memcmp(data + row->at, row->bytes, row->len))
			return (struct everyuri_text){ row->type, strlen(row->type) };
	}
	for (size_t i = 0; i < len; i++)
		if (is_binary((unsigned char)data[i]))
			return PAGE_TEXT("application/octet-stream");
	return PAGE_TEXT("text/plain");
}

/* ---- media types ------------------------------------------------------------------------------------------- */

static bool ends_in(struct everyuri_text text, const char *end)
{
	const size_t n = strlen(end);

	return text.len > n &&
	       eu_page_same((struct everyuri_text){ text.data + text.len - n, n }, end);
}

bool eu_page_is_text(struct everyuri_text type)
{
	static const char *const texts[] = { "application/javascript", "application/json",
		                             "application/mbox",       "application/xml",
		                             "application/x-sh",       "application/x-tex",
		                             "application/yaml",       "message/rfc822" };

	if (!type.data || eu_page_same(type, "text/html") || eu_page_same(type, "text/gemini"))
		return false;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (eu_page_same(type, texts[i]))
			return true;
	/* SVG and XHTML are not shown as text, because the browser renders them in the sandbox. */
	return eu_page_begins_with(type, "text/") || ends_in(type, "+json") ||
	       (ends_in(type, "+xml") && !eu_page_same(type, "image/svg+xml") &&
	        !eu_page_same(type, "application/xhtml+xml"));
}

static bool is_token(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c && strchr("!#$%&'*+-.^_`|~", c));
}

bool eu_page_is_media_type(struct everyuri_text text)
{
	const char *slash = text.data ? memchr(text.data, '/', text.len) : NULL;

	if (!slash || slash == text.data || slash + 1 == text.data + text.len || text.len > 127)
		return false;
	for (const char *c = text.data; c < text.data + text.len; c++)
		if (c != slash && !is_token(*c))
			return false;
	return true;
}

bool eu_page_is_label(struct everyuri_text charset)
{
	if (!charset.data || !charset.len || charset.len > 40)
		return false;
	for (size_t i = 0; i < charset.len; i++) {
		const char c = charset.data[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      (c && strchr("-_.:", c))))
			return false;
	}
	return true;
}
