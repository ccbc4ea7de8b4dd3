/* exchange.h - one HTTP request and its answer: request.c sends, http.c receives. */
#ifndef EU_NET_EXCHANGE_H
#define EU_NET_EXCHANGE_H

#include "net/connection.h"

#define EU_HTTP_METHODS (CURLAUTH_BASIC | CURLAUTH_DIGEST) /* methods of authentication */

struct eu_exchange {
	const struct eu_http_request *request;
	const struct eu_http_sink *sink;
	struct eu_net_judge judge;
	CURL *curl;
	struct curl_slist *headers;
	struct everyuri_buf target; /* of the request, or of the request to a proxy;
	                             * NUL-terminated */
	struct everyuri_buf head;   /* values of the answer's header, valid while the answer is
	                             * passed on */
	size_t n_head;              /* bytes in its lines */
	uint64_t heard;             /* time of the last data */
	bool answering;
	bool framed;   /* its header says where it ends */
	bool chunked;  /* it is chunked */
	bool headed;   /* its header is complete */
	bool ranged;   /* its header names a range: up to last */
	bool measured; /* its header has a length */
	uint64_t last;
	bool told;                   /* the answer was passed on */
	bool some;                   /* some of its body was passed on */
	bool done;                   /* the sink wants no more */
	enum everyuri_status status; /* why we aborted */
	const char *clause, *message;
	struct eu_http_answer answer;
};

/* Makes x->curl, with the whole request. */
enum everyuri_status eu_exchange_request(struct eu_exchange *x, struct everyuri_error *err);

/* Is it this lower-case word, in either case? */
bool eu_is_word(struct everyuri_text text, const char *word);

#endif
