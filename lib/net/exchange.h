/* exchange.h - one HTTP request and its response. request.c builds the request, and http.c receives
 * the response. */
#ifndef EU_NET_EXCHANGE_H
#define EU_NET_EXCHANGE_H

#include "net/connection.h"

#define EU_HTTP_METHODS (CURLAUTH_BASIC | CURLAUTH_DIGEST) /* supported methods of authentication */

struct eu_exchange {
	const struct eu_http_request *request;
	const struct eu_http_sink *sink;
	struct eu_net_judge judge;
	CURL *curl;
	struct curl_slist *headers;
	struct everyuri_buf target; /* NUL-terminated; for a proxy, the full URL */
	struct everyuri_buf head;   /* header values, valid while the response is passed on */
	size_t n_head;              /* total length of the header lines in bytes */
	uint64_t heard;             /* time of the last data */
	bool answering;
	bool framed;   /* the header says where the body ends */
	bool chunked;  /* the body is chunked */
	bool headed;   /* the header is complete */
	bool ranged;   /* the header has a range, which ends at `last` */
	bool measured; /* the header has a length */
	uint64_t last;
	bool told;                   /* the response was passed to the sink */
	bool some;                   /* some of its body was passed to the sink */
	bool done;                   /* the sink wants no more data */
	enum everyuri_status status; /* the reason why we aborted */
	const char *clause, *message;
	struct eu_http_answer answer;
};

/* Sets up x->curl with the whole request. */
enum everyuri_status eu_exchange_request(struct eu_exchange *x, struct everyuri_error *err);

/* Returns whether the text is this word, ignoring case.  word: in lower case. */
bool eu_is_word(struct everyuri_text text, const char *word);

#endif
