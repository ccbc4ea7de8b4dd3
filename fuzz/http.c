/* Requests to the gateway, and frames of its WebSocket: the same for any division of the bytes, and nothing in a
 * request that RFC 9112 does not allow. */
#include "fuzz.h"
#include "gateway/http/websocket.h"
#include "gateway/played.h"

FUZZ_SHAPE(FUZZ_LINES, 2);

static bool is_visible(struct everyuri_text text, bool blanks)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		if (byte == 0x7F || byte < (blanks ? 0x20 : 0x21))
			if (!(blanks && byte == '\t'))
				return false;
	}
	return true;
}

/* Checks a complete request: THREATS G6. */
static void request(const struct http_request *request, struct everyuri_text text)
{
	MUST(request->target.len && request->target.len <= HTTP_TARGET_MAX, text);
	MUST(is_visible(request->target, false), text, request->target);
	MUST(request->n_fields <= HTTP_FIELDS_MAX && request->minor <= 1, text);
	MUST(request->host.data || !request->minor, text);
	MUST(!request->host.data || is_visible(request->host, false), text, request->host);
	MUST(!request->body.len || request->method == HTTP_POST, text);
	for (size_t i = 0; i < request->n_fields; i++) {
		MUST(request->field[i].name.len && is_visible(request->field[i].name, false), text);
		MUST(!memchr(request->field[i].name.data, ':', request->field[i].name.len), text);
		MUST(is_visible(request->field[i].value, true), text, request->field[i].value);
	}
}

/* Parses one request after another, with all bytes at once. */
static void requests(struct everyuri_text text)
{
	struct http_reader reader;
	enum http_state state;
	size_t n = 0;

	eu_http_reader_init(&reader);
	state = eu_http_reader_feed(&reader, text.data, text.len);
	for (; state == HTTP_READY; state = eu_http_reader_next(&reader)) {
		MUST(n++ <= text.len, text);
		request(&reader.request, text);
	}
	if (state == HTTP_REFUSED)
		MUST(reader.refused >= 400 && reader.refused <= 505 && reader.at <= text.len &&
		             reader.why && reader.clause,
		     text);
	eu_http_reader_free(&reader);
}

static uint64_t frames(struct everyuri_text text, size_t piece)
{
	struct websocket *socket = malloc(sizeof *socket);
	enum websocket_state state = WEBSOCKET_MORE;
	uint64_t sum = 0;
	size_t n = 0;

	if (!socket)
		abort();
	eu_websocket_init(socket);
	for (size_t at = 0, used; at < text.len && state != WEBSOCKET_FAILED; at += used) {
		size_t len = text.len - at < piece ? text.len - at : piece;

		state = eu_websocket_feed(socket, text.data + at, len, &used);
		MUST(used <= len && n++ <= 2 * text.len, text);
		if (state == WEBSOCKET_MESSAGE || state == WEBSOCKET_CONTROL) {
			MUST(socket->payload.len <= WEBSOCKET_MESSAGE_MAX, text);
			sum = add_text(sum + (unsigned)socket->opcode, socket->payload);
		} else if (state == WEBSOCKET_MORE) {
			MUST(used == len, text);
		}
	}
	sum += state == WEBSOCKET_FAILED ? socket->code : 0;
	free(socket);
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	unsigned how = fuzz_byte(&input);
	size_t piece = 1 + fuzz_byte(&input);
	struct everyuri_text text = fuzz_rest(&input);

	if (how & 1) {
		MUST(frames(text, SIZE_MAX) == frames(text, piece), text);
		MUST(frames(text, SIZE_MAX) == frames(text, 1), text);
	} else {
		struct outcome whole = play(text.data, text.len, text.len);
		struct outcome cut = play(text.data, text.len, piece),
			       bytes = play(text.data, text.len, SIZE_MAX);

		MUST(same(&whole, &cut), text);
		MUST(same(&whole, &bytes), text);
		requests(text);
	}
	fuzz_free(text);
	return 0;
}
