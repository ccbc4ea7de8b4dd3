/* RFC 6455 4.2: the opening handshake of a WebSocket. */
#include "gateway/http/sha1.h"
#include "gateway/http/websocket.h"
#include "gateway/http/writing.h"

#include <string.h>

#define KEY_LEN 24 /* length in bytes of a sixteen-byte nonce in base64 */
#define ACCEPT_MAX 64

/* 4.1: "a nonce consisting of a randomly selected 16-byte value that has been base64-encoded". */
static bool is_key(struct everyuri_text key)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789+/";

	if (!key.data || key.len != KEY_LEN || memcmp(key.data + KEY_LEN - 2, "==", 2) != 0)
		return false;
	for (size_t i = 0; i < KEY_LEN - 2; i++)
		if (!key.data[i] || !strchr(letters, key.data[i]))
			return false;
	/* The last letter encodes two bits of the nonce; its four other bits must be zero. */
	return strchr("AQgw", key.data[KEY_LEN - 3]) != NULL;
}

static bool drop(void *context, const char *data, size_t len)
{
	(void)context;
	(void)data;
	(void)len;
	return false;
}

/* 4.2.2, 5.4: writes the value of Sec-WebSocket-Accept.  Returns the length of
 * that value in bytes. */
static size_t make_accept(struct everyuri_text key, char accept[ACCEPT_MAX])
{
	static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
	char text[KEY_LEN + sizeof guid];
	uint8_t digest[SHA1_SIZE];
	struct everyuri_writer w;

	memcpy(text, key.data, KEY_LEN);
	memcpy(text + KEY_LEN, guid, sizeof guid - 1);
	eu_sha1(text, KEY_LEN + sizeof guid - 1, digest);
	everyuri_writer_init(&w, accept, ACCEPT_MAX, drop, NULL);
	everyuri_write_base64(&w, (const char *)digest, sizeof digest);
	return w.len;
}

static bool is_same(struct everyuri_text a, struct everyuri_text b)
{
	return a.data && b.data && a.len == b.len && !memcmp(a.data, b.data, a.len);
}

/* Returns 0 if the request is acceptable, or the status with which to refuse it. */
static unsigned judge(const struct http_request *request, struct everyuri_text origin,
                      const char **why, const char **clause)
{
	struct everyuri_text version = eu_http_field(request, "sec-websocket-version");

	*clause = "RFC 6455 4.2.1";
	*why = "a WebSocket needs GET and HTTP/1.1";
	if (request->method != HTTP_GET || request->minor < 1)
		return 400;
	*why = "not a WebSocket request: missing Connection: Upgrade or Upgrade: websocket";
	if (!eu_http_lists(request, "connection", "upgrade") ||
	    !eu_http_lists(request, "upgrade", "websocket"))
		return 426;
	/* The origin is checked first, so that other sites learn nothing from the other errors. */
	*why = "a page of another site asked for a WebSocket";
	if (!is_same(eu_http_field(request, "origin"), origin)) {
		*clause = "RFC 6455 10.2";
		return 403;
	}
	*why = "unsupported WebSocket version; use 13";
	if (!version.data || !eu_http_is(version, "13"))
		return 426;
	*why = "the WebSocket key is not 16 bytes in base64";
	return is_key(eu_http_field(request, "sec-websocket-key")) ? 0 : 400;
}

unsigned eu_websocket_open(const struct http_request *request, struct everyuri_text origin,
                           http_send_fn *send, void *context, const char **why, const char **clause)
{
	unsigned status = judge(request, origin, why, clause);
	char accept[ACCEPT_MAX], room[256];
	struct http_text head = { room, 0, sizeof room };

	if (status)
		return status;
	eu_http_put(&head, "HTTP/1.1 101 Switching Protocols\r\n"
	                   "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ");
	eu_http_put_text(
		&head,
		(struct everyuri_text){
			accept, make_accept(eu_http_field(request, "sec-websocket-key"), accept) });
	eu_http_put(&head, "\r\n\r\n");
	return send(context, head.data, head.len) ? 101 : 0;
}
