/* trurl.h - everyuri --trurl: the options, output and exit statuses of trurl 0.16.
 *
 * A URL is cut as libcurl cuts it, which takes more than any standard does: no scheme, one to three
 * slashes, bytes that have to be encoded.  What comes out is read back by RFC 3986.  Texts are
 * slices of the arguments or of the run's store, which is emptied behind each URL. */
#ifndef CMD_TRURL_TRURL_H
#define CMD_TRURL_TRURL_H

#include "support/cmd.h"

/* ---- exit statuses: trurl's, and not those of the other commands ------------ */

enum trurl_status {
	TRURL_FINE = 0,
	TRURL_FILE = 1,
	TRURL_APPEND = 2,
	TRURL_ARGUMENT = 3,
	TRURL_FLAG = 4,
	TRURL_SET = 5,
	TRURL_MEMORY = 6,
	TRURL_NO_URL = 7,
	TRURL_TRIM = 8,
	TRURL_BAD_URL = 9,
	TRURL_GET = 10,
	TRURL_ITERATE = 11,
	TRURL_REPLACE = 12
};

/* ---- a URL -------------------------------------------------------------------- */

enum component {
	C_SCHEME,
	C_USER,
	C_PASSWORD,
	C_OPTIONS, /* behind a semicolon: imap, pop3, smtp */
	C_HOST,    /* decoded; IPv6 in its brackets, without zone */
	C_PORT,
	C_PATH,
	C_QUERY,
	C_FRAGMENT,
	C_ZONEID,
	N_COMPONENTS
};

/* data NULL: absent.  All but the host are encoded, in normal form. */
struct url {
	struct everyuri_text part[N_COMPONENTS];
};

/* One piece of a query; value.data NULL: there is no "=". */
struct query_pair {
	struct everyuri_text key, value;
};

struct query_pairs {
	struct query_pair *pair;
	size_t n;
};

/* ---- what is asked for ----------------------------------------------------------- */

enum given_kind { G_URL, G_APPEND_PATH, G_APPEND_QUERY, G_SET, G_ITERATE, G_REPLACE, G_TRIM };

/* An option that can be repeated, or a URL. */
struct given_option {
	enum given_kind kind;
	const char *value;
};

struct store_block;

struct trurl {
	struct settings settings;
	struct answer answer;
	struct given_option *given; /* in the order of the arguments */
	size_t n_given;
	const char *file, *format, *redirect, *separator; /* or NULL */
	bool accept_space, as_idn, curl, default_port, json, keep_port, no_guess, punycode, quiet;
	bool append_missing, sort, urlencode, verify;
	bool done;       /* --help and --version: nothing else is to be done */
	int status;      /* not TRURL_FINE: nothing else is to be done */
	size_t n_shown;  /* of the array that --json prints */
	unsigned n_sets; /* bit c: component c is set */
	struct store_block *store;
};

/* Read the arguments behind --trurl.  The first mistake is told, and sets status. */
void trurl_options(struct trurl *run, int argc, char **argv);

/* Tell a mistake that ends the run (printf-like); only the first one is told. */
void trurl_fail(struct trurl *run, enum trurl_status status, const char *format, ...);

/* Tell what goes wrong and ends nothing. */
void trurl_note(struct trurl *run, const char *format, ...);

/* ---- texts ------------------------------------------------------------------------- */

#define SLICE "%.*s"
#define SLICED(text) (int)((text).len < 200 ? (text).len : 200), (text).data ? (text).data : ""

struct everyuri_text text_from(const char *text);
bool text_is(struct everyuri_text text, const char *name);

/* Memory for anything until store_empty; what is behind its bytes is NUL.  Ends the program without memory. */
char *store_take(struct trurl *run, size_t size);
struct everyuri_text store_copy(struct trurl *run, const char *data, size_t len);
void store_empty(struct trurl *run);

/* What is put together from pieces, in the store. */
struct draft {
	struct trurl *run;
	char *data;
	size_t len, cap;
};
void draft_add(struct draft *draft, const char *data, size_t len);
void draft_add_text(struct draft *draft, struct everyuri_text text);
struct everyuri_text draft_text(struct draft *draft); /* its data is never NULL */

/* Data, not text: all but what is unreserved is encoded; "/" stays in a path, "*" in a query,
 * where a space is "+". */
struct everyuri_text data_encoded(struct trurl *run, struct everyuri_text data, enum component at);

/* What cannot stand in a component is encoded; what is an escape stays one. */
void text_legal(struct draft *draft, struct everyuri_text text, enum component at);

/* Text of a component: what cannot stand there is encoded, what is unreserved is not, dot segments
 * go, and all else stays (RFC 3986 6.2.2).  Digits of escapes are in lower case, as trurl's. */
struct everyuri_text text_normal(struct trurl *run, struct everyuri_text text, enum component at);

/* plus: "+" is a space. */
struct everyuri_text text_decoded(struct trurl *run, struct everyuri_text text, bool plus);

/* ---- reading and setting ---------------------------------------------------------------- */

/* Read a text as libcurl does.  Returns: false, and *error says why. */
bool url_read(struct trurl *run, struct everyuri_text text, struct url *url,
              struct everyuri_error *error);

/* Go where a reference leads from a URL. */
bool url_redirect(struct trurl *run, const char *reference, struct url *url,
                  struct everyuri_error *error);

/* Give a component a value.  raw: the value is encoded already.  Returns: false, and *error. */
bool url_set(struct trurl *run, struct url *url, enum component at, struct everyuri_text value,
             bool raw, struct everyuri_error *error);

/* The name of a component, and back.  N_COMPONENTS: it names none. */
const char *component_name(enum component at);
enum component component_find(const char *name, size_t len);

/* ---- writing -------------------------------------------------------------------------------- */

/* Bits that say how a component is shown. */
enum {
	SHOW_ENCODED = 1,
	SHOW_DEFAULT_PORT = 2,
	SHOW_PUNYCODE = 4,
	SHOW_IDN = 8,
	SHOW_EMPTY = 16 /* an empty query or fragment is one */
};

/* The whole URL; data NULL: it has no scheme or no host. */
struct everyuri_text url_text(struct trurl *run, const struct url *url, unsigned show);

/* One component, encoded; data NULL: absent. */
struct everyuri_text url_part(struct trurl *run, const struct url *url, enum component at,
                              unsigned show);

/* Does RFC 3986 read what url_text writes? */
bool url_holds(struct trurl *run, const struct url *url, struct everyuri_error *error);

/* Is the scheme one of libcurl's?  *port: its default port, or 0. */
bool scheme_of_libcurl(struct everyuri_text scheme, unsigned *port);
bool scheme_has_options(struct everyuri_text scheme);

/* --get and --json. */
void trurl_get(struct trurl *run, const struct url *url, const struct query_pairs *pairs);
void trurl_json(struct trurl *run, const struct url *url, const struct query_pairs *pairs);

/* ---- queries ---------------------------------------------------------------------------------- */

/* Cut the query, change it as asked for, and put it back if anything was asked for. */
struct query_pairs pairs_changed(struct trurl *run, struct url *url);

#endif
