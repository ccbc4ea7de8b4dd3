/* trurl.h - everyuri --trurl: has the options, output and exit statuses of trurl 0.16.
 *
 * A URL is split as libcurl does.  libcurl accepts more than any standard: a missing scheme, one
 * to three slashes, and bytes that should be encoded.  The output is checked by RFC 3986.  Texts
 * point into the arguments, or into the memory of the run, which is emptied after each URL. */
#ifndef CMD_TRURL_TRURL_H
#define CMD_TRURL_TRURL_H

#include "support/cmd.h"

/* ---- exit statuses of trurl; they differ from those of the other commands ------- */

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
	C_OPTIONS, /* text after a semicolon, for imap, pop3 and smtp */
	C_HOST,    /* decoded; an IPv6 address has brackets and no zone */
	C_PORT,
	C_PATH,
	C_QUERY,
	C_FRAGMENT,
	C_ZONEID,
	N_COMPONENTS
};

/* The components of a URL.  The data of a component is NULL if it is absent.  All components
 * except the host are encoded and normalized. */
struct url {
	struct everyuri_text part[N_COMPONENTS];
};

/* One pair of a query.  value.data is NULL if the pair has no "=". */
struct query_pair {
	struct everyuri_text key, value;
};

struct query_pairs {
	struct query_pair *pair;
	size_t n;
};

/* ---- options ----------------------------------------------------------------------- */

enum given_kind { G_URL, G_APPEND_PATH, G_APPEND_QUERY, G_SET, G_ITERATE, G_REPLACE, G_TRIM };

/* A URL, or an option that may be repeated. */
struct given_option {
	enum given_kind kind;
	const char *value;
};

struct store_block;

struct trurl {
	struct settings settings;
	struct answer answer;
	struct given_option *given; /* options and URLs, in the order of the arguments */
	size_t n_given;
	const char *file, *format, *redirect, *separator; /* each may be NULL */
	bool accept_space, as_idn, curl, default_port, json, keep_port, no_guess, punycode, quiet;
	bool append_missing, sort, urlencode, verify;
	bool done;       /* --help or --version has been handled, so the run ends */
	int status;      /* exit status; the run ends if it is not TRURL_FINE */
	size_t n_shown;  /* number of URLs that --json has printed */
	unsigned n_sets; /* bit c is set if --set has set component c */
	struct store_block *store;
};

/* Parses the arguments after --trurl.  Reports the first error and sets run->status. */
void trurl_options(struct trurl *run, int argc, char **argv);

/* Reports an error that ends the run.  format: as for printf.  Reports only the first such
 * error. */
void trurl_fail(struct trurl *run, enum trurl_status status, const char *format, ...);

/* Reports a problem that does not end the run. */
void trurl_note(struct trurl *run, const char *format, ...);

/* ---- texts ------------------------------------------------------------------------- */

#define SLICE "%.*s"
#define SLICED(text) (int)((text).len < 200 ? (text).len : 200), (text).data ? (text).data : ""

struct everyuri_text text_from(const char *text);
bool text_is(struct everyuri_text text, const char *name);

/* Returns memory that stays valid until store_empty is called, with a NUL after its last byte.
 * Exits if memory runs out. */
char *store_take(struct trurl *run, size_t size);
struct everyuri_text store_copy(struct trurl *run, const char *data, size_t len);
void store_empty(struct trurl *run);

/* A text that is built from pieces in the memory of the run. */
struct draft {
	struct trurl *run;
	char *data;
	size_t len, cap;
};
void draft_add(struct draft *draft, const char *data, size_t len);
void draft_add_text(struct draft *draft, struct everyuri_text text);
struct everyuri_text draft_text(struct draft *draft); /* data of the result is never NULL */

/* Encodes data.  Encodes every character that is not unreserved, except "/" in a path and "*" in a
 * query.  In a query, a space becomes "+". */
struct everyuri_text data_encoded(struct trurl *run, struct everyuri_text data, enum component at);

/* Encodes the characters that the component may not contain.  Keeps escapes. */
void text_legal(struct draft *draft, struct everyuri_text text, enum component at);

/* Normalizes a component: encodes characters that it may not contain, decodes unreserved ones, and
 * removes dot segments (RFC 3986 6.2.2).  Escapes are written in lower case, as trurl does. */
struct everyuri_text text_normal(struct trurl *run, struct everyuri_text text, enum component at);

/* Decodes a text.  plus: "+" means a space. */
struct everyuri_text text_decoded(struct trurl *run, struct everyuri_text text, bool plus);

/* ---- parsing and setting ------------------------------------------------------------------ */

/* Parses a URL as libcurl does.  Returns: false, with *error set, if the URL is invalid. */
bool url_read(struct trurl *run, struct everyuri_text text, struct url *url,
              struct everyuri_error *error);

/* Resolves a reference against a URL, and stores the result in *url.  Returns: false, with *error
 * set, if the result is invalid. */
bool url_redirect(struct trurl *run, const char *reference, struct url *url,
                  struct everyuri_error *error);

/* Sets a component.  raw: the value is already encoded.  Returns: false, with *error set, if the
 * value is invalid. */
bool url_set(struct trurl *run, struct url *url, enum component at, struct everyuri_text value,
             bool raw, struct everyuri_error *error);

/* Convert a component to its name and back.  component_find returns N_COMPONENTS for an unknown
 * name. */
const char *component_name(enum component at);
enum component component_find(const char *name, size_t len);

/* ---- writing -------------------------------------------------------------------------------- */

/* Flags that select the form in which a component is shown. */
enum {
	SHOW_ENCODED = 1,
	SHOW_DEFAULT_PORT = 2,
	SHOW_PUNYCODE = 4,
	SHOW_IDN = 8,
	SHOW_EMPTY = 16 /* treat an empty query or fragment as present */
};

/* Returns the whole URL.  Its data is NULL if the scheme or the host is missing. */
struct everyuri_text url_text(struct trurl *run, const struct url *url, unsigned show);

/* Returns one component in encoded form.  Its data is NULL if the component is absent. */
struct everyuri_text url_part(struct trurl *run, const struct url *url, enum component at,
                              unsigned show);

/* Returns true if the output of url_text is valid by RFC 3986.  Otherwise sets *error. */
bool url_holds(struct trurl *run, const struct url *url, struct everyuri_error *error);

/* Returns true if libcurl supports the scheme.  Stores in *port the default port, or 0 if there is
 * none. */
bool scheme_of_libcurl(struct everyuri_text scheme, unsigned *port);
bool scheme_has_options(struct everyuri_text scheme);

/* Print a URL in the form of --get or of --json. */
void trurl_get(struct trurl *run, const struct url *url, const struct query_pairs *pairs);
void trurl_json(struct trurl *run, const struct url *url, const struct query_pairs *pairs);

/* ---- queries ---------------------------------------------------------------------------------- */

/* Splits the query into pairs, and makes the requested changes to the pairs and to the query of
 * the URL.  Returns: the pairs. */
struct query_pairs pairs_changed(struct trurl *run, struct url *url);

#endif
