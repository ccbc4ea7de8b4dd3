/* exchange.h - one request of HTTP and its answer: request.c says what is sent, http.c hears what comes. */
#ifndef EU_NET_EXCHANGE_H
#define EU_NET_EXCHANGE_H

#include "net/connection.h"

#define EU_HTTP_METHODS (CURLAUTH_BASIC | CURLAUTH_DIGEST) /* by which a user is told */

struct eu_exchange {
	const struct eu_http_request *request;
	const struct eu_http_sink *sink;
	struct eu_net_judge judge;
	CURL *curl;
	struct curl_slist *headers;
	struct everyuri_buf target; /* of the request, or of a proxy's; ends in NUL */
	struct everyuri_buf head;   /* the answer's values, for as long as it is told */
	size_t n_head;              /* bytes of its lines */
	uint64_t heard;             /* when something came last */
	bool answering;
	bool framed;   /* its header says where it ends */
	bool chunked;  /* and by chunks */
	bool headed;   /* its header has come whole */
	bool ranged;   /* it says which part it is: to x->last */
	bool measured; /* it says a length */
	uint64_t last;
	bool told;                   /* the answer */
	bool some;                   /* of its body */
	bool done;                   /* no more is wanted */
	enum everyuri_status status; /* why we broke off */
	const char *clause, *message;
	struct eu_http_answer answer;
};

/* Make x->curl, with all that is sent. */
enum everyuri_status eu_exchange_request(struct eu_exchange *x, struct everyuri_error *err);

/* Is it this lower-case word, in either case? */
bool eu_is_word(struct everyuri_text text, const char *word);

#endif
