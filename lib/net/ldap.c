/* LDAP inside of libcurl: one search, its entries as LDIF. */
#include "net/connection.h"
#include "net/ldif.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

/* What SIGPIPE was to this thread before. */
struct deaf {
	sigset_t before;
	bool pending;
};

/* A search under way. */
struct search {
	const struct eu_ldap_sink *sink;
	struct deaf deaf;
	struct eu_net_judge judge;
	CURL *curl;
	struct eu_ldif ldif;
	struct everyuri_buf url;
	uint64_t heard; /* when something came last */
	bool limited;   /* the server has more, and does not tell it */
};

/* ---- a connection that has gone -------------------------------------------------------------------------- */

static bool pipe_is_pending(void)
{
	sigset_t pending;

	sigpending(&pending);
	return sigismember(&pending, SIGPIPE);
}

/* OpenLDAP writes to its socket as to a file: where the server has gone, SIGPIPE would end the caller's
 * program.  Until hear_again this thread does not get it. */
static void turn_deaf(struct deaf *deaf)
{
	sigset_t only;

	sigemptyset(&only);
	sigaddset(&only, SIGPIPE);
	deaf->pending = pipe_is_pending();
	pthread_sigmask(SIG_BLOCK, &only, &deaf->before);
}

/* One that has come in between is taken away. */
static void hear_again(const struct deaf *deaf)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t only;

	sigemptyset(&only);
	sigaddset(&only, SIGPIPE);
	if (!deaf->pending && pipe_is_pending())
		sigtimedwait(&only, NULL, &at_once);
	pthread_sigmask(SIG_SETMASK, &deaf->before, NULL);
}

/* Of eu_ldif: what the receiver writes may raise what it likes. */
static bool tell_entries(void *context, const char *data, size_t len)
{
	struct search *search = context;
	bool more;

	hear_again(&search->deaf);
	more = search->sink->bytes(search->sink->context, data, len);
	turn_deaf(&search->deaf);
	return more;
}

/* ---- what is asked: RFC 4516 --------------------------------------------------------------------------- */

static void out_escaped(struct eu_out *out, struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		if (eu_is_alpha(byte) || eu_is_digit(byte))
			eu_out_byte(out, (char)byte);
		else
			eu_out_escape(out, byte);
	}
}

static void out_url(struct eu_out *out, const struct eu_ldap_request *request)
{
	char authority[EU_NET_AUTHORITY];
	const char *scheme = request->tls ? "ldaps://" : "ldap://";

	eu_net_authority(request->host, request->port, authority);
	eu_out_bytes(out, scheme, strlen(scheme));
	eu_out_bytes(out, authority, strlen(authority));
	eu_out_byte(out, '/');
	out_escaped(out, request->base);
	eu_out_byte(out, '?');
	for (size_t i = 0; i < request->n_attributes; i++) {
		if (i)
			eu_out_byte(out, ',');
		out_escaped(out, request->attributes[i]);
	}
	eu_out_byte(out, '?');
	out_escaped(out, request->scope);
	eu_out_byte(out, '?');
	out_escaped(out, request->filter);
	eu_out_byte(out, '\0');
}

/* ---- what comes ------------------------------------------------------------------------------------------ */

/* libcurl writes each name and each value by itself, and those with line ends are not base64; its own
 * line ends come alone.  A libcurl that put them together would be told that it is wrong. */
static bool has_line_ends(const char *data, size_t len)
{
	bool other = false, any = false;

	for (size_t i = 0; i < len; i++) {
		any = any || data[i] == '\n' || data[i] == '\r';
		other = other || data[i] != '\n';
	}
	return any && other;
}

/* CURLOPT_WRITEFUNCTION. */
static size_t take_entries(char *data, size_t size, size_t n, void *context)
{
	struct search *search = context;
	bool more = has_line_ends(data, size * n) ?
	                    eu_ldif_take_one(&search->ldif, data, size * n) :
	                    eu_ldif_take(&search->ldif, data, size * n);

	search->heard = eu_net_now();
	return more ? size * n : size * n + 1; /* another number: stop */
}

/* CURLOPT_DEBUGFUNCTION.  THREATS C10: a search that meets a limit of the server's is a success to
 * libcurl, which tells it in no other way. */
static int hear_words(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	static const char words[] = "There are more than ";
	struct search *search = context;

	(void)curl;
	if (type == CURLINFO_TEXT && len >= sizeof words - 1 &&
	    !memcmp(data, words, sizeof words - 1))
		search->limited = true;
	return 0;
}

/* CURLOPT_XFERINFOFUNCTION: THREATS C9. */
static int watch_time(void *context, curl_off_t total, curl_off_t now, curl_off_t up_total,
                      curl_off_t up)
{
	const struct search *search = context;
	const struct eu_net_options *options = search->judge.options;
	unsigned ms = search->ldif.begun ? eu_net_idle_ms(options) :
	                                   eu_net_connect_ms(options) + eu_net_first_ms(options);

	(void)total, (void)now, (void)up_total, (void)up;
	return eu_net_now() - search->heard > ms;
}

/* ---- all of it ---------------------------------------------------------------------------------------------- */

static bool set_search(struct search *search)
{
	CURL *curl = search->curl;
	unsigned bad = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "ldap,ldaps");

	bad |= curl_easy_setopt(curl, CURLOPT_URL, search->url.data);
	bad |= curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_HTTPPROXYTUNNEL, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_entries);
	bad |= curl_easy_setopt(curl, CURLOPT_WRITEDATA, search);
	bad |= curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
	bad |= curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, hear_words);
	bad |= curl_easy_setopt(curl, CURLOPT_DEBUGDATA, search);
	bad |= curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch_time);
	bad |= curl_easy_setopt(curl, CURLOPT_XFERINFODATA, search);
	return !bad;
}

static enum everyuri_status prepare_search(struct search *search,
                                           const struct eu_ldap_request *request,
                                           struct everyuri_error *err)
{
	const struct eu_net_options *options = search->judge.options;
	struct eu_out out = { NULL, 0 };
	enum everyuri_status status =
		eu_net_judge_host(options, request->host.data, request->host.len, err);

	if (!status)
		status = eu_net_curl(request->tls ? "ldaps" : "ldap", request->host, request->port,
		                     &search->judge, &search->curl, err);
	if (status)
		return status;
	out_url(&out, request);
	status = eu_buf_reserve(&search->url, out.len, err);
	if (status)
		return status;
	out = (struct eu_out){ search->url.data, 0 };
	out_url(&out, request);
	if (!set_search(search))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "libcurl does not speak LDAP here");
	return EVERYURI_OK;
}

/* What became of it: libcurl's status, and what it does not know of. */
static enum everyuri_status outcome_of_search(const struct search *search,
                                              enum everyuri_status status,
                                              struct everyuri_error *err)
{
	bool begun = search->ldif.begun;

	if (search->ldif.stopped)
		return eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
	if (search->ldif.wrong || (!status && !eu_ldif_ended(&search->ldif)))
		return eu_fail(err, begun ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, 0, "RFC 2849",
		               "an entry cannot be told as it came");
	if (!status && search->limited)
		return eu_fail(err, begun ? EVERYURI_PARTIAL : EVERYURI_FAILED, 0, "RFC 4511 4.1.9",
		               "the server has more entries than it tells at once");
	if (status == EVERYURI_PROTOCOL)
		eu_fail(err, status, 0, "", "the server's answer is not LDAP");
	if (status && status != EVERYURI_UNSAFE && begun) {
		status = EVERYURI_PARTIAL;
		if (err)
			err->status = status;
	}
	return status;
}

enum everyuri_status eu_ldap_get(const struct eu_ldap_request *request,
                                 const struct eu_net_options *options,
                                 const struct eu_ldap_sink *sink, struct everyuri_error *err)
{
	struct search search = { .sink = sink,
		                 .ldif = { .context = &search, .bytes = tell_entries },
		                 .judge = { .options = options },
		                 .heard = eu_net_now() };
	enum everyuri_status status;

	eu_net_says("");
	search.judge.proxied = options->proxy.data != NULL;
	everyuri_buf_init(&search.url, NULL, 0, NULL);
	status = prepare_search(&search, request, err);
	turn_deaf(&search.deaf);
	if (!status)
		status = outcome_of_search(&search, eu_net_perform(search.curl, &search.judge, err),
		                           err);
	curl_easy_cleanup(search.curl);
	hear_again(&search.deaf);
	everyuri_buf_free(&search.url);
	return status;
}
