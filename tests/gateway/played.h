/* played.h - bytes fed to the reader of requests, and what became of them. */
#ifndef TESTS_GATEWAY_PLAYED_H
#define TESTS_GATEWAY_PLAYED_H

#include "gateway/http/http.h"

#include <string.h>

/* What became of bytes. */
struct outcome {
	enum http_state state;
	unsigned refused;
	size_t at, target, fields, body, rest;
	const char *clause;
	uint64_t sum; /* of the request's texts */
	bool keep;
};

static inline uint64_t add_text(uint64_t sum, struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++)
		sum = (sum ^ (unsigned char)text.data[i]) * UINT64_C(1099511628211);
	return sum + text.len + (text.data != NULL);
}

/* Fed in two pieces, or byte by byte where cut is SIZE_MAX. */
static inline struct outcome play(const char *data, size_t len, size_t cut)
{
	struct http_reader reader;
	struct outcome outcome = { 0 };
	size_t at = 0;

	eu_http_reader_init(&reader);
	while (at < len && outcome.state == HTTP_MORE) {
		size_t n = cut == SIZE_MAX ? 1 : at < cut && cut < len ? cut - at : len - at;

		outcome.state = eu_http_reader_feed(&reader, data + at, n);
		at += n;
	}
	outcome.refused = reader.refused;
	outcome.at = reader.at;
	outcome.clause = reader.clause ? reader.clause : "";
	if (outcome.state == HTTP_READY) {
		const struct http_request *request = &reader.request;

		outcome.target = request->target.len;
		outcome.fields = request->n_fields;
		outcome.body = request->body.len;
		outcome.rest = eu_http_reader_rest(&reader).len + (len - at);
		outcome.keep = request->keep;
		outcome.sum = add_text(request->minor + request->method, request->target);
		outcome.sum = add_text(outcome.sum, request->host);
		outcome.sum = add_text(outcome.sum, request->body);
		for (size_t i = 0; i < request->n_fields; i++) {
			outcome.sum = add_text(outcome.sum, request->field[i].name);
			outcome.sum = add_text(outcome.sum, request->field[i].value);
		}
	}
	eu_http_reader_free(&reader);
	return outcome;
}

static inline bool same(const struct outcome *a, const struct outcome *b)
{
	return a->state == b->state && a->refused == b->refused && a->at == b->at &&
	       a->target == b->target && a->fields == b->fields && a->body == b->body &&
	       a->rest == b->rest && a->sum == b->sum && a->keep == b->keep &&
	       !strcmp(a->clause, b->clause);
}

#endif
