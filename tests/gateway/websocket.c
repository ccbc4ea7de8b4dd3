/* WebSockets: the handshake, frames that come in any pieces, frames that go; and SHA-1, which the
 * handshake needs. */
#include "gateway/http/sha1.h"
#include "gateway/http/websocket.h"

#include "guard.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

/* ---- SHA-1 --------------------------------------------------------------------------------------------- */

static void is_digest(const char *text, size_t len, const char *want, const char *name)
{
	uint8_t digest[SHA1_SIZE];
	char hex[2 * SHA1_SIZE + 1];

	eu_sha1(text, len, digest);
	for (size_t i = 0; i < SHA1_SIZE; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	is_text(hex, 2 * SHA1_SIZE, want, "FIPS 180-4 6.1: %s", name);
}

static void try_sha1(void)
{
	static char many[1000000];

	memset(many, 'a', sizeof many);
	is_digest("", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709", "nothing");
	is_digest("abc", 3, "a9993e364706816aba3e25717850c26c9cd0d89d", "abc");
	is_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
	          "84983e441c3bd26ebaae4aa1f95129e5e54670f1", "its length begins a block");
	is_digest(many, 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a", "its length ends a block");
	is_digest(many, 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d", "one block");
	is_digest(many, sizeof many, "34aa973cd4c4daa4f61eeb2bdbad27316534016f", "a million");
}

/* ---- the handshake ---------------------------------------------------------------------------------------- */

#define ORIGIN "http://127.0.0.1:8070"
#define ASKED "GET /_/terminal HTTP/1.1\r\nHost: 127.0.0.1:8070\r\n"
#define UPGRADE "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define FROM "Origin: " ORIGIN "\r\n"

static char sent[512];

static bool keep_sent(void *context, const char *data, size_t len)
{
	if (len >= sizeof sent)
		return false;
	memcpy(sent, data, len);
	sent[len] = '\0';
	return !context;
}

static void try_handshake(void)
{
	static const struct {
		unsigned status;
		const char *name, *text;
	} rows[] = {
		{ 101, "all that is needed", ASKED UPGRADE VERSION KEY FROM },
		{ 101, "in any case",
		  ASKED "upgrade: h2c, WebSocket\r\nConnection: UPGRADE\r\n" VERSION KEY FROM },
		{ 403, "10.2: a page of another site",
		  ASKED UPGRADE VERSION KEY "Origin: http://evil.example\r\n" },
		{ 403, "another port",
		  ASKED UPGRADE VERSION KEY "Origin: http://127.0.0.1:80\r\n" },
		{ 403, "what only begins so", ASKED UPGRADE VERSION KEY "Origin: " ORIGIN "1\r\n" },
		{ 403, "null", ASKED UPGRADE VERSION KEY "Origin: null\r\n" },
		{ 403, "no origin", ASKED UPGRADE VERSION KEY },
		{ 426, "no Upgrade", ASKED "Connection: Upgrade\r\n" VERSION KEY FROM },
		{ 426, "an Upgrade that the connection does not list",
		  ASKED "Upgrade: websocket\r\n" VERSION KEY FROM },
		{ 426, "another protocol",
		  ASKED "Upgrade: websockets\r\nConnection: Upgrade\r\n" VERSION KEY FROM },
		{ 426, "an old version", ASKED UPGRADE "Sec-WebSocket-Version: 8\r\n" KEY FROM },
		{ 426, "no version", ASKED UPGRADE KEY FROM },
		{ 400, "no key", ASKED UPGRADE VERSION FROM },
		{ 400, "a short key",
		  ASKED UPGRADE VERSION FROM "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=\r\n" },
		{ 400, "a key of other letters",
		  ASKED UPGRADE VERSION FROM "Sec-WebSocket-Key: dGhlIHNhb-BsZSBub25jZQ==\r\n" },
		{ 400, "a key of seventeen bytes",
		  ASKED UPGRADE VERSION FROM "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==\r\n" },
		{ 400, "HTTP/1.0",
		  "GET / HTTP/1.0\r\nHost: 127.0.0.1:8070\r\n" UPGRADE VERSION KEY FROM },
		{ 400, "HEAD",
		  "HEAD / HTTP/1.1\r\nHost: 127.0.0.1:8070\r\n" UPGRADE VERSION KEY FROM },
	};
	struct everyuri_text origin = { ORIGIN, strlen(ORIGIN) };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct http_reader reader;
		const char *why = NULL, *clause = NULL;
		unsigned status;

		eu_http_reader_init(&reader);
		eu_http_reader_feed(&reader, rows[i].text, strlen(rows[i].text));
		ok(eu_http_reader_feed(&reader, "\r\n", 2) == HTTP_READY, "a request");
		sent[0] = '\0';
		status = eu_websocket_open(&reader.request, origin, keep_sent, NULL, &why, &clause);
		is_number(status, rows[i].status, "RFC 6455 4.2.1: %s", rows[i].name);
		ok((status == 101) == (*sent != '\0') && why && clause,
		   "what is refused is not answered yet");
		if (!i) {
			is_text(sent, strlen(sent),
			        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
			        "Connection: Upgrade\r\n"
			        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
			        "RFC 6455 1.3: the answer to its example");
			ok(!eu_websocket_open(&reader.request, origin, keep_sent, sent, &why,
			                      &clause),
			   "an answer that nobody takes");
			ok(eu_websocket_open(&reader.request, (struct everyuri_text){ NULL, 0 },
			                     keep_sent, NULL, &why, &clause) == 403,
			   "who has no origin takes nobody's");
		}
		eu_http_reader_free(&reader);
	}
}

/* ---- frames that come ------------------------------------------------------------------------------------- */

struct frames {
	unsigned char data[200000];
	size_t len;
};

static void add_byte(struct frames *frames, unsigned byte)
{
	frames->data[frames->len++] = (unsigned char)byte;
}

/* A frame as a client sends it, its length in as few bytes as it needs. */
static void add_frame(struct frames *frames, unsigned first, const char *payload, size_t len)
{
	static const unsigned char mask[4] = { 0x37, 0xFA, 0x21, 0x3D };
	size_t n = len < 126 ? 0 : len < 65536 ? 2 : 8;

	add_byte(frames, first);
	add_byte(frames, 0x80 | (n == 0 ? (unsigned)len : n == 2 ? 126 : 127));
	for (size_t i = 0; i < n; i++)
		add_byte(frames, (unsigned)(len >> 8 * (n - 1 - i)) & 255);
	for (size_t i = 0; i < 4; i++)
		add_byte(frames, mask[i]);
	for (size_t i = 0; i < len; i++)
		add_byte(frames, (unsigned char)payload[i] ^ mask[i & 3]);
}

/* What came of frames fed in pieces of n bytes, the first of `first`: "text(hello) ping(x) failed(1002)" */
static void read_frames(const char *data, size_t len, size_t first, size_t n, char told[512])
{
	static struct websocket websocket;
	static const char *const names[] = {
		[WEBSOCKET_TEXT] = "text",   [WEBSOCKET_BINARY] = "binary",
		[WEBSOCKET_CLOSE] = "close", [WEBSOCKET_PING] = "ping",
		[WEBSOCKET_PONG] = "pong",
	};
	size_t at = 0, piece = first;

	memset(&websocket, 0xA5, sizeof websocket);
	eu_websocket_init(&websocket);
	told[0] = '\0';
	while (at < len) {
		size_t end = len - at < piece ? len : at + piece;

		while (at < end) {
			size_t used, room = 512 - strlen(told);
			char *to = told + strlen(told);
			enum websocket_state state =
				eu_websocket_feed(&websocket, data + at, end - at, &used);
			const struct everyuri_text *payload = &websocket.payload;

			at += used;
			if (state == WEBSOCKET_FAILED) {
				snprintf(to, room, "failed(%u)", websocket.code);
				ok(eu_websocket_feed(&websocket, "x", 1, &used) == WEBSOCKET_FAILED,
				   "what failed stays so");
				return;
			}
			if (state == WEBSOCKET_CONTROL && websocket.opcode == WEBSOCKET_CLOSE)
				snprintf(to, room, "close(%u)(%.*s)", websocket.code,
				         (int)payload->len, payload->data);
			else if (state != WEBSOCKET_MORE)
				snprintf(to, room, "%s(%zu:%.*s)", names[websocket.opcode],
				         payload->len, payload->len > 20 ? 1 : (int)payload->len,
				         payload->data);
		}
		piece = n;
	}
}

static void is_read(const struct frames *frames, const char *want, const char *name)
{
	struct guard guard = { 0 };
	const char *data = guard_end(&guard, (const char *)frames->data, frames->len);
	size_t step = frames->len > 1000 ? frames->len / 100 : 1;
	char told[512];
	bool good = true;

	read_frames(data, frames->len, frames->len, frames->len, told);
	is_text(told, strlen(told), want, "%s", name);
	for (size_t first = 1; first < frames->len; first += step) {
		read_frames(data, frames->len, first, frames->len, told);
		good = good && !strcmp(told, want);
	}
	read_frames(data, frames->len, 1, 1, told);
	ok(good && !strcmp(told, want), "%s: the same in any pieces", name);
	guard_free(&guard);
}

static struct frames frames;

static void try_messages(void)
{
	static const char masked[] = "\x81\x85\x37\xFA\x21\x3D\x7F\x9F\x4D\x51\x58";
	static char many[WEBSOCKET_MESSAGE_MAX + 1];

	memset(many, 'y', sizeof many);
	frames.len = sizeof masked - 1;
	memcpy(frames.data, masked, frames.len);
	is_read(&frames, "text(5:Hello)", "RFC 6455 5.7: a masked text");
	frames.len = 0;
	add_frame(&frames, 0x01, "Hel", 3);
	add_frame(&frames, 0x89, "Hello", 5);
	add_frame(&frames, 0x00, "", 0);
	add_frame(&frames, 0x80, "lo", 2);
	add_frame(&frames, 0x82, "\x80", 1);
	is_read(&frames, "ping(5:Hello)text(5:Hello)binary(1:\x80)",
	        "RFC 6455 5.4: a ping between fragments");
	frames.len = 0;
	add_frame(&frames, 0x81, "", 0);
	add_frame(&frames, 0x8A, "", 0);
	add_frame(&frames, 0x82, many, 125);
	add_frame(&frames, 0x82, many, 126);
	add_frame(&frames, 0x82, many, 300);
	is_read(&frames, "text(0:)pong(0:)binary(125:y)binary(126:y)binary(300:y)",
	        "RFC 6455 5.2: lengths");
	frames.len = 0;
	add_frame(&frames, 0x82, many, 65535);
	add_frame(&frames, 0x82, many, WEBSOCKET_MESSAGE_MAX);
	is_read(&frames, "binary(65535:y)binary(65536:y)", "a message of 64 KiB");
	frames.len = 0;
	add_frame(&frames, 0x82, many, WEBSOCKET_MESSAGE_MAX + 1);
	is_read(&frames, "failed(1009)", "RFC 6455 7.4.1: and a byte");
	frames.len = 0;
	add_frame(&frames, 0x02, many, WEBSOCKET_MESSAGE_MAX);
	add_frame(&frames, 0x80, many, 1);
	is_read(&frames, "failed(1009)", "in fragments too");
	frames.len = 0;
	add_frame(&frames, 0x02, many, 40000);
	add_frame(&frames, 0x89, many, 125);
	add_frame(&frames, 0x80, many, WEBSOCKET_MESSAGE_MAX - 40000);
	is_read(&frames, "ping(125:y)binary(65536:y)",
	        "the longest ping within the longest message");
}

static void try_text(void)
{
	static const struct {
		const char *text;
		bool good;
	} rows[] = {
		{ "caf\xC3\xA9 \xE2\x82\xAC", true },
		{ "\xF0\x9F\x8C\x8D", true },
		{ "\xF4\x8F\xBF\xBF", true },
		{ "\xED\x9F\xBF", true },
		{ "\x80", false },
		{ "\xC3", false },
		{ "\xC1\xBF", false },
		{ "\xE0\x80\x80", false },
		{ "\xED\xA0\x80", false },
		{ "\xE2\x82", false },
		{ "\xE2\x28\xA1", false },
		{ "\xF0\x8F\xBF\xBF", false },
		{ "\xF4\x90\x80\x80", false },
		{ "\xF0\x9F\x8C\x28", false },
		{ "\xF5\x80\x80\x80", false },
		{ "\xFF", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char want[64];

		frames.len = 0;
		add_frame(&frames, 0x81, rows[i].text, strlen(rows[i].text));
		snprintf(want, sizeof want, "text(%zu:%s)", strlen(rows[i].text), rows[i].text);
		is_read(&frames, rows[i].good ? want : "failed(1007)", "RFC 6455 8.1: a text");
	}
}

static void try_close(void)
{
	static const struct {
		const char *body;
		size_t len;
		const char *want;
	} rows[] = {
		{ "", 0, "close(1005)()" },
		{ "\x03\xE8", 2, "close(1000)()" },
		{ "\x03\xE9going", 7, "close(1001)(going)" },
		{ "\x0F\xA0", 2, "close(4000)()" },
		{ "\x03", 1, "failed(1002)" },
		{ "\x03\xE7", 2, "failed(1002)" },
		{ "\x03\xEC", 2, "failed(1002)" },
		{ "\x03\xED", 2, "failed(1002)" },
		{ "\x03\xEE", 2, "failed(1002)" },
		{ "\x03\xF7", 2, "failed(1002)" },
		{ "\x13\x88", 2, "failed(1002)" },
		{ "\x03\xE8\xFF", 3, "failed(1007)" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		frames.len = 0;
		add_frame(&frames, 0x88, rows[i].body, rows[i].len);
		add_frame(&frames, 0x81, "late", 4);
		is_read(&frames, rows[i].want, "RFC 6455 5.5.1: a close is the last");
	}
}

static void try_wrong_frames(void)
{
	static const struct {
		const char *name, *data;
		size_t len;
		const char *want;
	} rows[] = {
		{ "5.2: a reserved bit", "\xC1", 1, "failed(1002)" },
		{ "5.2: opcode 3", "\x83", 1, "failed(1002)" },
		{ "5.2: opcode 7", "\x87", 1, "failed(1002)" },
		{ "5.2: opcode B", "\x8B", 1, "failed(1002)" },
		{ "5.5: a ping in fragments", "\x09", 1, "failed(1002)" },
		{ "5.5: a long ping", "\x89\xFE", 2, "failed(1002)" },
		{ "5.4: a fragment of nothing", "\x80", 1, "failed(1002)" },
		{ "5.4: a message in a message", "\x01\x80....\x81", 7, "failed(1002)" },
		{ "5.1: no mask", "\x81\x05", 2, "failed(1002)" },
		{ "5.2: 125 in two bytes", "\x82\xFE\x00\x7D....", 8, "failed(1002)" },
		{ "5.2: 65535 in eight", "\x82\xFF\0\0\0\0\0\0\xFF\xFF....", 14, "failed(1002)" },
		{ "5.2: the highest bit", "\x82\xFF\x80\0\0\0\0\1\0\0....", 14, "failed(1002)" },
		{ "7.4.1: as much as there can be", "\x82\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF....",
		  14, "failed(1009)" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		memcpy(frames.data, rows[i].data, rows[i].len);
		frames.len = rows[i].len;
		is_read(&frames, rows[i].want, rows[i].name);
	}
}

/* ---- frames that go ------------------------------------------------------------------------------------------ */

static void try_writing(void)
{
	char head[WEBSOCKET_HEAD_MAX];

	ok(eu_websocket_head(head, WEBSOCKET_TEXT, 125) == 2 && !memcmp(head, "\x81\x7D", 2),
	   "RFC 6455 5.2: a short text, without a mask");
	ok(eu_websocket_head(head, WEBSOCKET_BINARY, 126) == 4 &&
	           !memcmp(head, "\x82\x7E\x00\x7E", 4),
	   "126 bytes");
	ok(eu_websocket_head(head, WEBSOCKET_PONG, 65535) == 4 &&
	           !memcmp(head, "\x8A\x7E\xFF\xFF", 4),
	   "65535 bytes");
	ok(eu_websocket_head(head, WEBSOCKET_BINARY, 65536) == 10 &&
	           !memcmp(head, "\x82\x7F\0\0\0\0\0\1\0\0", 10),
	   "65536 bytes");
	ok(eu_websocket_close(head, 1000) == 4 && !memcmp(head, "\x88\x02\x03\xE8", 4),
	   "RFC 6455 5.5.1: a close");
	ok(eu_websocket_close(head, 1005) == 2 && !memcmp(head, "\x88\x00", 2),
	   "RFC 6455 7.4.1: 1005 never stands in one");
}

int main(void)
{
	try_sha1();
	try_handshake();
	try_messages();
	try_text();
	try_close();
	try_wrong_frames();
	try_writing();
	return done();
}
