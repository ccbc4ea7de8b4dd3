/* Frames of WebSockets: RFC 6455 5.  Checks the head of a frame byte by byte, so that an error is
 * found before the payload arrives. */
#include "gateway/http/websocket.h"

#include <stddef.h>
#include <string.h>

enum { CODE_PROTOCOL = 1002, CODE_NONE = 1005, CODE_DATA = 1007, CODE_TOO_BIG = 1009 };

void eu_websocket_init(struct websocket *websocket)
{
	memset(websocket, 0, offsetof(struct websocket, data));
	websocket->need = 2;
}

static bool fail_frame(struct websocket *websocket, unsigned code, const char *why,
                       const char *clause)
{
	websocket->code = code;
	websocket->why = why;
	websocket->clause = clause;
	websocket->closed = true;
	return false;
}

/* ---- UTF-8: RFC 3629 4 --------------------------------------------------------------------------------- */

/* Returns the length in bytes of the character at *text; 0 if it is invalid. */
static size_t character(const unsigned char *text, size_t len)
{
	static const struct {
		unsigned char first, last, low, high; /* low, high: range of the second byte */
		unsigned char len;
	} forms[] = {
		{ 0x00, 0x7F, 0, 0, 1 },       { 0xC2, 0xDF, 0x80, 0xBF, 2 },
		{ 0xE0, 0xE0, 0xA0, 0xBF, 3 }, { 0xE1, 0xEC, 0x80, 0xBF, 3 },
		{ 0xED, 0xED, 0x80, 0x9F, 3 }, { 0xEE, 0xEF, 0x80, 0xBF, 3 },
		{ 0xF0, 0xF0, 0x90, 0xBF, 4 }, { 0xF1, 0xF3, 0x80, 0xBF, 4 },
		{ 0xF4, 0xF4, 0x80, 0x8F, 4 },
	};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (text[0] < forms[i].first || text[0] > forms[i].last)
			continue;
		if (forms[i].len > len)
			return 0;
		if (forms[i].len > 1 && (text[1] < forms[i].low || text[1] > forms[i].high))
			return 0;
		for (size_t k = 2; k < forms[i].len; k++)
			if (text[k] < 0x80 || text[k] > 0xBF)
				return 0;
		return forms[i].len;
	}
	return 0;
}

static bool is_utf8_text(const char *data, size_t len)
{
	for (size_t at = 0; at < len;) {
		size_t n = character((const unsigned char *)data + at, len - at);

		if (!n)
			return false;
		at += n;
	}
	return true;
}

/* ---- the head of a frame: 5.2 ---------------------------------------------------------------------------- */

static bool is_control(const struct websocket *websocket)
{
	return websocket->head[0] & 8;
}

static bool is_final(const struct websocket *websocket)
{
	return websocket->head[0] & 0x80;
}

static bool judge_opcode(struct websocket *websocket)
{
	unsigned opcode = websocket->head[0] & 15u;

	if (websocket->head[0] & 0x70)
		return fail_frame(websocket, CODE_PROTOCOL, "reserved bit without an extension",
		                  "RFC 6455 5.2");
	if ((opcode > WEBSOCKET_BINARY && opcode < WEBSOCKET_CLOSE) || opcode > WEBSOCKET_PONG)
		return fail_frame(websocket, CODE_PROTOCOL, "unknown opcode", "RFC 6455 5.2");
	if (is_control(websocket) && !is_final(websocket))
		return fail_frame(websocket, CODE_PROTOCOL, "fragmented control frame",
		                  "RFC 6455 5.5");
	if (!is_control(websocket) &&
	    (opcode == WEBSOCKET_CONTINUATION) != (websocket->message > 0))
		return fail_frame(websocket, CODE_PROTOCOL,
		                  opcode ? "new message before the last one ended" :
		                           "continuation frame without a message",
		                  "RFC 6455 5.4");
	return true;
}

static bool judge_mask(struct websocket *websocket)
{
	unsigned length = websocket->head[1] & 0x7Fu;

	if (!(websocket->head[1] & 0x80))
		return fail_frame(websocket, CODE_PROTOCOL, "frame without a mask", "RFC 6455 5.1");
	if (is_control(websocket) && length > WEBSOCKET_CONTROL_MAX)
		return fail_frame(websocket, CODE_PROTOCOL, "control frame longer than 125 bytes",
		                  "RFC 6455 5.5");
	websocket->need = length == 127 ? 14 : length == 126 ? 8 : 6;
	return true;
}

/* Reads the payload length from the complete head, and checks that length. */
static bool judge_length(struct websocket *websocket)
{
	size_t n = websocket->need - 6; /* bytes of the extended length field */
	uint64_t length = n ? 0 : websocket->head[1] & 0x7Fu;

	for (size_t i = 0; i < n; i++)
		length = length << 8 | websocket->head[2 + i];
	if (n && length <= (n == 2 ? 125u : 65535u))
		return fail_frame(websocket, CODE_PROTOCOL,
		                  "the frame length is not in its shortest form", "RFC 6455 5.2");
	if (length >> 63)
		return fail_frame(websocket, CODE_PROTOCOL, "invalid frame length", "RFC 6455 5.2");
	if (!is_control(websocket) && length > WEBSOCKET_MESSAGE_MAX - websocket->n_data)
		return fail_frame(websocket, CODE_TOO_BIG, "message longer than 64 KiB",
		                  "RFC 6455 7.4.1");
	websocket->length = length;
	websocket->taken = 0;
	if (is_control(websocket))
		websocket->n_control = 0;
	else if (!websocket->message)
		websocket->message = websocket->head[0] & 15u;
	return true;
}

static bool take_head(struct websocket *websocket, unsigned char byte)
{
	websocket->head[websocket->n_head++] = byte;
	if (websocket->n_head == 1)
		return judge_opcode(websocket);
	if (websocket->n_head == 2)
		return judge_mask(websocket);
	return websocket->n_head < websocket->need || judge_length(websocket);
}

/* ---- payload of a frame ----------------------------------------------------------------------------------- */

/* Processes bytes of the payload.  Returns the number of bytes consumed. */
static size_t take_payload(struct websocket *websocket, const char *data, size_t len)
{
	bool control = is_control(websocket);
	char *to = control ? websocket->control + websocket->n_control :
	                     websocket->data + websocket->n_data;
	const unsigned char *mask = websocket->head + websocket->need - 4;
	uint64_t left = websocket->length - websocket->taken;

	if (len > left)
		len = (size_t)left;
	for (size_t i = 0; i < len; i++)
		to[i] = (char)((unsigned char)data[i] ^ mask[(websocket->taken + i) & 3]);
	websocket->taken += len;
	if (control)
		websocket->n_control += len;
	else
		websocket->n_data += len;
	return len;
}

/* 7.4: returns whether a close frame may carry this status code. */
static bool is_code(unsigned code)
{
	return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
	       (code >= 3000 && code <= 4999);
}

/* 5.5.1: checks the body of a close frame. */
static bool end_close(struct websocket *websocket)
{
	const unsigned char *body = (const unsigned char *)websocket->control;
	size_t len = websocket->n_control;

	websocket->closed = true;
	websocket->code = CODE_NONE;
	websocket->payload.len = 0;
	if (!len)
		return true;
	if (len == 1)
		return fail_frame(websocket, CODE_PROTOCOL, "a close code needs two bytes",
		                  "RFC 6455 5.5.1");
	websocket->code = (unsigned)body[0] << 8 | body[1];
	if (!is_code(websocket->code))
		return fail_frame(websocket, CODE_PROTOCOL, "invalid close code", "RFC 6455 7.4");
	websocket->payload = (struct everyuri_text){ websocket->control + 2, len - 2 };
	if (!is_utf8_text(websocket->payload.data, len - 2))
		return fail_frame(websocket, CODE_DATA, "the close reason is not UTF-8",
		                  "RFC 6455 8.1");
	return true;
}

static enum websocket_state end_frame(struct websocket *websocket)
{
	bool control = is_control(websocket);

	websocket->n_head = 0;
	websocket->need = 2;
	websocket->opcode = control ? websocket->head[0] & 15u : websocket->message;
	if (control) {
		websocket->payload =
			(struct everyuri_text){ websocket->control, websocket->n_control };
		if (websocket->opcode == WEBSOCKET_CLOSE && !end_close(websocket))
			return WEBSOCKET_FAILED;
		return WEBSOCKET_CONTROL;
	}
	if (!is_final(websocket))
		return WEBSOCKET_MORE;
	websocket->payload = (struct everyuri_text){ websocket->data, websocket->n_data };
	websocket->message = 0;
	websocket->n_data = 0;
	if (websocket->opcode == WEBSOCKET_TEXT &&
	    !is_utf8_text(websocket->payload.data, websocket->payload.len)) {
		fail_frame(websocket, CODE_DATA, "the text is not UTF-8", "RFC 6455 8.1");
		return WEBSOCKET_FAILED;
	}
	return WEBSOCKET_MESSAGE;
}

enum websocket_state eu_websocket_feed(struct websocket *websocket, const char *data, size_t len,
                                       size_t *used)
{
	size_t at = 0;
	enum websocket_state state = WEBSOCKET_MORE;

	while (at < len && state == WEBSOCKET_MORE && !websocket->closed) {
		bool in_head = websocket->n_head < websocket->need;

		if (in_head && !take_head(websocket, (unsigned char)data[at]))
			state = WEBSOCKET_FAILED;
		at += in_head ? 1 : take_payload(websocket, data + at, len - at);
		if (state == WEBSOCKET_MORE && websocket->n_head > 2 &&
		    websocket->n_head == websocket->need && websocket->taken == websocket->length)
			state = end_frame(websocket);
	}
	if (websocket->closed && state == WEBSOCKET_MORE) {
		at = len;
		state = websocket->why ? WEBSOCKET_FAILED : WEBSOCKET_MORE;
	}
	*used = at;
	return state;
}

/* ---- outgoing frames ----------------------------------------------------------------------------------------- */

size_t eu_websocket_head(char head[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode, size_t len)
{
	size_t n = len < 126 ? 0 : len < 65536 ? 2 : 8;

	head[0] = (char)(0x80u | opcode);
	head[1] = (char)(n == 0 ? len : n == 2 ? 126 : 127);
	for (size_t i = 0; i < n; i++)
		head[2 + i] = (char)((uint64_t)len >> 8 * (n - 1 - i));
	return 2 + n;
}

size_t eu_websocket_close(char frame[4], unsigned code)
{
	frame[0] = (char)(0x80u | WEBSOCKET_CLOSE);
	frame[1] = code == CODE_NONE ? 0 : 2;
	frame[2] = (char)(code >> 8);
	frame[3] = (char)code;
	return code == CODE_NONE ? 2 : 4;
}
