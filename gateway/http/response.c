/* Writes responses.  No field value can end the head early, and the framing of a body always
 * shows whether the body is complete. */
#include "gateway/http/writing.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The layout of the block:
 *
 * 1. the head;
 * 2. FRAME_ROOM bytes for the framing ("Connection: keep-alive", "Content-Length: " with twenty
 * digits, an empty line, or the size of a chunk);
 * 3. the body;
 * 4. TAIL_ROOM bytes for the CR LF of a chunk and the last chunk. */
#define FRAME_ROOM 160
#define CHUNK_ROOM 24
#define TAIL_ROOM 8

void eu_http_response_init(struct http_response *response, const struct http_request *request,
                           http_send_fn *send, void *context)
{
	/* The buffers stay uninitialised, because zeroing 36 KiB for each response is slow. */
	memset(response, 0, offsetof(struct http_response, extra));
	response->request = request;
	response->send = send;
	response->context = context;
	response->keep = true;
}

/* ---- framing: RFC 9112 6 ------------------------------------------------------------------------------ */

static bool is_since_1_1(const struct http_response *response)
{
	return response->request && response->request->minor > 0;
}

static bool has_no_body(unsigned status)
{
	return status == 204 || status == 304;
}

/* Writes the fields that frame the body, then the empty line. */
static void put_frame(struct http_response *response, struct http_text *to)
{
	bool known = response->length != UINT64_MAX;

	response->chunked = !known && !response->empty && is_since_1_1(response);
	if (!known && !response->chunked && !response->empty)
		response->keep = false; /* only closing the connection ends the body */
	if (!response->keep)
		eu_http_put(to, "Connection: close\r\n");
	else if (!is_since_1_1(response))
		eu_http_put(to, "Connection: keep-alive\r\n");
	if (response->chunked)
		eu_http_put(to, "Transfer-Encoding: chunked\r\n");
	if (known && !has_no_body(response->status)) {
		eu_http_put(to, "Content-Length: ");
		eu_http_put_number(to, response->length, 10);
		eu_http_put(to, "\r\n");
	}
	eu_http_put(to, "\r\n");
}

/* Sends the block: the head if it has not been sent, and len bytes of the body.
 *
 * last: the body ends with these bytes. */
static bool send_block(struct http_response *response, size_t len, bool last)
{
	char room[FRAME_ROOM];
	struct http_text frame = { room, 0, sizeof room };
	char *body = response->w.data, *from, *end = body + len;

	if (response->head)
		put_frame(response, &frame);
	if (response->chunked && len) {
		eu_http_put_number(&frame, len, 16);
		eu_http_put(&frame, "\r\n");
		memcpy(end, "\r\n", 2);
		end += 2;
	}
	if (response->chunked && last) {
		memcpy(end, "0\r\n\r\n", 5);
		end += 5;
	}
	/* Moves the head up to the framing, so that everything is sent at once, in one packet if
	 * it fits. */
	from = body - frame.len - response->head;
	memmove(from, response->block, response->head);
	memcpy(body - frame.len, frame.data, frame.len);
	response->head = 0;
	response->w.data = response->block + CHUNK_ROOM;
	response->w.cap = sizeof response->block - CHUNK_ROOM - TAIL_ROOM;
	if (from < end && !response->send(response->context, from, (size_t)(end - from)))
		response->failed = true;
	if (!response->failed)
		response->sent += len;
	return !response->failed;
}

/* Returns how many of len bytes still belong to the body.  If they exceed the stated length, the
 * response fails. */
static size_t cut(struct http_response *response, size_t len)
{
	if (len > response->length - response->written) {
		response->failed = true;
		len = (size_t)(response->length - response->written);
	}
	response->written += len;
	return len;
}

/* Sends a block of the body.  Called when the buffer of the writer is full, or when the caller
 * flushes the writer. */
static bool flush_body(void *context, const char *data, size_t len)
{
	struct http_response *response = context;

	(void)data; /* `data` always points into the block */
	if (response->failed || response->ended)
		return false;
	len = cut(response, len);
	if (response->empty)
		return false;
	return send_block(response, len, false) && !response->failed;
}

/* ---- the end -------------------------------------------------------------------------------------------- */

static bool may_be_kept(const struct http_response *response, bool whole)
{
	return response->keep && (whole || response->empty);
}

static bool finish(struct http_response *response, bool good)
{
	size_t len = response->w.failed ? 0 : response->w.len;
	bool stopped = response->w.failed; /* for HEAD, a stopped writer means that the length of
	                                    * the body is unknown */
	bool lost = response->failed, whole;

	if (lost && !response->head) {
		response->ended = true;
		return response->keep = false;
	}
	len = cut(response, len);
	whole = good && !response->failed &&
	        (response->length == UINT64_MAX || response->written == response->length);
	if (response->head && response->length == UINT64_MAX && whole && !stopped)
		response->length = response->written;
	if (!whole && !response->empty)
		response->keep = false;
	response->failed = false; /* reset here; send_block() below sets it if sending fails */
	if (response->empty)
		len = 0;
	whole = send_block(response, len, whole) && whole;
	response->ended = true;
	response->failed = !whole && !response->empty;
	response->w.len = 0;
	response->w.failed = true;
	response->keep = may_be_kept(response, whole);
	return response->keep;
}

/* ---- starting a response ----------------------------------------------------------------------------------- */

/* Answers 500 instead of the response, because one of its fields was invalid. */
static void begin_spoilt(struct http_response *response)
{
	static const char type[] = "text/plain; charset=utf-8";

	response->n_extra = 0;
	response->spoilt = false;
	eu_http_response_begin(response, 500, type, sizeof type - 1, HTTP_OWN, UINT64_MAX);
	everyuri_write_text(&response->w, "a header field of this response contained a control "
	                                  "character or was too long (RFC 9110 5.5)\n");
	finish(response, true);
}

void eu_http_response_begin(struct http_response *response, unsigned status, const char *media_type,
                            size_t len, enum http_trust trust, uint64_t length)
{
	struct http_text head = { response->block, 0, HTTP_HEAD_ROOM };

	assert(!response->status && status >= 200 && status < 600);
	if (response->spoilt) {
		begin_spoilt(response);
		return;
	}
	response->status = status;
	response->length = length;
	response->empty = has_no_body(status) ||
	                  (response->request && response->request->method == HTTP_HEAD);
	response->keep = response->keep && response->request && response->request->keep;
	eu_http_put_head(response, &head, (struct everyuri_text){ media_type, len }, trust);
	response->head = head.len;
	everyuri_writer_init(&response->w, response->block + head.len + FRAME_ROOM,
	                     sizeof response->block - head.len - FRAME_ROOM - TAIL_ROOM, flush_body,
	                     response);
}

bool eu_http_response_end(struct http_response *response, bool good)
{
	static const char type[] = "text/plain; charset=utf-8";

	if (!response->status) {
		eu_http_response_begin(response, 500, type, sizeof type - 1, HTTP_OWN, UINT64_MAX);
		everyuri_write_text(&response->w, "the gateway produced no response\n");
	}
	return response->ended ? response->keep : finish(response, good);
}
