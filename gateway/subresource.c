/* subresource.c - writes and checks the addresses of subresources in foreign pages. */
#include "gateway/subresource.h"

#include "gateway/http/sha1.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define BLOCK 64      /* bytes: FIPS 180-4 */
#define DIGEST_LEN 32 /* number of hexadecimal digits, for 128 bits of the digest */
#define KINDS \
	".psm.PSM" /* one letter for each kind; upper case if only public addresses are
                          * allowed */

/* Writes an HMAC-SHA-1 (RFC 2104) of the kind, the hour and the URI, truncated
 * from 160 bits to 128. */
static void write_digest(const uint8_t key[SUBRESOURCE_KEY], char kind, uint32_t hour,
                         struct everyuri_text uri, char text[DIGEST_LEN + 1])
{
	uint8_t inner[BLOCK + 9 + SUBRESOURCE_URI_MAX], outer[BLOCK + SHA1_SIZE], digest[SHA1_SIZE];
	char front[10];

	snprintf(front, sizeof front, "%c%08x", kind, (unsigned)hour);
	memset(inner, 0x36, BLOCK);
	memset(outer, 0x5C, BLOCK);
	for (size_t i = 0; i < SUBRESOURCE_KEY; i++) {
		inner[i] ^= key[i];
		outer[i] ^= key[i];
	}
	memcpy(inner + BLOCK, front, 9);
	memcpy(inner + BLOCK + 9, uri.data, uri.len);
	eu_sha1(inner, BLOCK + 9 + uri.len, outer + BLOCK);
	eu_sha1(outer, sizeof outer, digest);
	for (size_t i = 0; i < DIGEST_LEN / 2; i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

bool eu_subresource_write(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                          struct subresource subresource, struct everyuri_text uri, char front[80])
{
	const char kind = KINDS[subresource.kind + 4 * subresource.outside];
	char digest[DIGEST_LEN + 1];

	if (!uri.len || uri.len > SUBRESOURCE_URI_MAX)
		return false;
	write_digest(key, kind, hour, uri, digest);
	snprintf(front, 80, SUBRESOURCE_PATH "%c/%08x/%s/", kind, (unsigned)hour, digest);
	return true;
}

static int digit_of(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	                              -1;
}

/* Percent-decodes the URI.  Refuses an invalid escape, because this gateway never writes one. */
static bool decode(struct everyuri_text text, char *memory, size_t *len)
{
	size_t n = 0;

	for (size_t at = 0; at < text.len; at++) {
		char c = text.data[at];

		if (c == '%') {
			if (text.len - at < 3 || digit_of(text.data[at + 1]) < 0 ||
			    digit_of(text.data[at + 2]) < 0)
				return false;
			c = (char)(digit_of(text.data[at + 1]) * 16 + digit_of(text.data[at + 2]));
			at += 2;
		}
		memory[n++] = c;
	}
	*len = n;
	return n && n <= SUBRESOURCE_URI_MAX;
}

/* Compares in constant time. */
static bool is_same(const char *one, const char *other, size_t len)
{
	unsigned char wrong = 0;

	for (size_t i = 0; i < len; i++)
		wrong |= (unsigned char)(one[i] ^ other[i]);
	return !wrong;
}

bool eu_subresource_read(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                         struct everyuri_text path, struct subresource *subresource, char *memory,
                         struct everyuri_text *uri)
{
	const size_t n = sizeof SUBRESOURCE_PATH - 1, front = n + 2 + 8 + 1 + DIGEST_LEN + 1;
	char digest[DIGEST_LEN + 1];
	uint32_t written = 0;
	const char *kind;
	size_t len;

	if (path.len <= front || memcmp(path.data, SUBRESOURCE_PATH, n) != 0)
		return false;
	kind = path.data[n] && path.data[n] != '.' ? strchr(KINDS, path.data[n]) : NULL;
	if (!kind || path.data[n + 1] != '/' || path.data[n + 10] != '/' ||
	    path.data[front - 1] != '/')
		return false;
	for (size_t i = 0; i < 8; i++) {
		const int digit = digit_of(path.data[n + 2 + i]);

		if (digit < 0)
			return false;
		written = written << 4 | (uint32_t)digit;
	}
	if (hour - written > 1 ||
	    !decode((struct everyuri_text){ path.data + front, path.len - front }, memory, &len))
		return false;
	*uri = (struct everyuri_text){ memory, len };
	write_digest(key, *kind, written, *uri, digest);
	if (!is_same(digest, path.data + n + 11, DIGEST_LEN))
		return false;
	*subresource = (struct subresource){ (enum subresource_kind)((kind - KINDS) & 3),
		                             kind - KINDS > 4 };
	return true;
}

uint32_t eu_subresource_hour(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint32_t)((uint64_t)now.tv_sec / 3600u);
}
