/* scheme.h - make the access plan of a URI, and the URI of an entry that a server lists.
 *
 * These functions open no connection and no file.  Every host in a plan comes from the URI or the
 * configuration.  No value in a plan can end a command of a protocol early. */
#ifndef EVERYURI_SCHEME_H
#define EVERYURI_SCHEME_H

#include "plan.h"
#include "policy.h"
#include "registry.h"
#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- configuration ------------------------------------------------------------------------- */

/** Kinds of rule. */
enum everyuri_rule_kind {
	EVERYURI_RULE_SCHEME = 0,   /**< name: a scheme to define; value: its definition */
	EVERYURI_RULE_GATEWAY = 1,  /**< name: a scheme; value: RFC 6570 template of a URI to try */
	EVERYURI_RULE_RESOLVER = 2, /**< name: a URN namespace; value: template of a URI to try */
	EVERYURI_RULE_PROGRAM = 3,  /**< name: a scheme; value: the program to start and its
	                                 arguments, with the variables {host} and {port} */
	EVERYURI_RULE_ROOT = 4,     /**< name: a host; value: the local directory that has the
	                                 files of its ftp server */
	EVERYURI_RULE_STEP = 5      /**< name: a scheme; value: the next step of its plan */
};

struct everyuri_planning;

/** Makes the plan of a scheme that the caller defines, by calls of everyuri_planning_...  It may be
 *  called twice for one plan and must make the same calls both times. */
typedef void everyuri_plan_fn(struct everyuri_planning *planning, void *own);

/** One rule of a configuration.  Gateways, resolvers and steps with the same name are used in order.
 *  For the other kinds, the last rule with a name counts. */
struct everyuri_rule {
	enum everyuri_rule_kind kind;
	uint16_t port; /**< SCHEME: default port; 0: none */
	struct everyuri_text name, value;
	everyuri_plan_fn *plan; /**< SCHEME: used instead of value; or NULL */
	void *own;              /**< argument of plan */
};

/** Bits of everyuri_config.flags. */
enum {
	EVERYURI_FTP_DIRECT = 1,  /**< try RETR with the whole path first (the draft of 1994) */
	EVERYURI_FTP_SECURE = 2,  /**< send AUTH TLS before the login */
	EVERYURI_FORM_AGREED = 4, /**< the user agreed to send the form data in a gopher URI
	                                (RFC 1738 3.4.9) */
	EVERYURI_NEWS_HERE = 8    /**< look for an article in local mail and news first, then ask
	                                the server */
};

/** Configuration of plans.  {0} is the default.  Nothing is copied. */
struct everyuri_config {
	const struct everyuri_policy *policy; /**< NULL: the default policy */
	unsigned flags;
	struct everyuri_text anonymous;   /**< password of anonymous FTP; default "anonymous@" */
	struct everyuri_text news_server; /**< host or host:port, for news: and nntp: URIs without
	                                       a host */
	struct everyuri_text this_host;   /**< this machine's name, for file: */
	struct everyuri_text afs_root;    /**< default "/afs" */
	struct everyuri_text proxy;       /**< host:port of the proxy for http and https */
	struct everyuri_text http_proxy;  /**< proxy for http, instead of `proxy` */
	struct everyuri_text https_proxy; /**< proxy for https, instead of `proxy` */
	struct everyuri_text no_proxy;    /**< hosts to reach without a proxy: names (including all
	                                       subdomains), addresses, ranges, or "*", separated by
	                                       commas or blanks */
	struct everyuri_text message;     /**< message-id of the message that cid: URIs refer to */

	/* Plans do not use these three; everyuri_send() does. */
	struct everyuri_text smtp;     /**< "host" or "host:port", optionally after "smtp://" or
	                                    "smtps://" */
	struct everyuri_text sendmail; /**< path of a program */
	struct everyuri_text sender;   /**< mail address */
	const struct everyuri_rule *rules;
	size_t n_rules;
};

/** Checks a rule.  docs/schemes/registered.md describes the values of SCHEME, STEP, GATEWAY and
 *  RESOLVER.  For the other kinds, only the name is checked.
 *  err:     which 1: error in the name; which 0: in the value.  at: bytes of the name or value.
 *  warning: receives a warning, with the status UNSAFE, if the name of a scheme neither begins with
 *           "x-" nor is registered with IANA; otherwise untouched; may be NULL.
 *  Errors:  INVALID, TOO_LONG.
 *  Cost:    linear; allocates nothing. */
enum everyuri_status everyuri_rule_check(const struct everyuri_rule *rule,
                                         struct everyuri_error *err,
                                         struct everyuri_error *warning);

/** Reads a configuration.  A line is a keyword and its value; docs/configuration.md lists them.
 *  Lines of a policy are skipped; everyuri_policy_read() reads them.
 *  text:   must outlive *config, which points into it.
 *  buf:    holds the rules.
 *  config: receives the configuration.
 *  Errors: INVALID (err->at: bytes of text), TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_config_read(const char *text, size_t len, struct everyuri_buf *buf,
                                          struct everyuri_config *config,
                                          struct everyuri_error *err);

/* ---- plans ----------------------------------------------------------------------------------- */

/** Makes the plan of a URI: the steps to get the object.
 *  uri:    a full form (with a scheme), parsed by any standard; its text is not in buf.  If the
 *          scheme has no query in RFC 1738, "?" is part of the path.
 *  config: may be NULL.
 *  buf:    holds the plan.
 *  plan:   receives the plan.
 *  Errors: UNSAFE, OUT_OF_RANGE, MISSING, UNSUPPORTED: the URI is valid, but has no plan for the
 *          reason in err (err->at: bytes of uri->text).  INVALID: a partial form.  TOO_LONG,
 *          NO_SPACE, NO_MEMORY.
 *  Cost:   linear.  The greatest size of a plan is the sum of 4 kB, 40 bytes for each byte of the
 *          URI, the texts copied from config, and the expansions of config's templates and steps. */
enum everyuri_status everyuri_plan_make(const struct everyuri_uri *uri,
                                        const struct everyuri_config *config,
                                        struct everyuri_buf *buf, struct everyuri_plan *plan,
                                        struct everyuri_error *err);

/* ---- plans of the caller's schemes ----------------------------------------------------------- */

/* Functions for an everyuri_plan_fn to call.  After one of them refuses the URI, later calls do
 * nothing, so that no error checks are needed.  As for built-in schemes, they refuse values with CR,
 * LF or NUL, hosts that come neither from the URI nor from a locator, and parts of a fragment. */

/** Return the URI, or the span of one of its parts.  If the scheme has no query, the path includes
 *  "?" and the text after it. */
const struct everyuri_uri *everyuri_planning_uri(const struct everyuri_planning *planning);
struct everyuri_span everyuri_planning_span(const struct everyuri_planning *planning,
                                            enum everyuri_part part);

/** Refuse the URI with UNSAFE, or add a warning.
 *  at:              bytes of the URI's text.
 *  clause, message: static. */
void everyuri_planning_refuse(struct everyuri_planning *planning, size_t at, const char *clause,
                              const char *message);
void everyuri_planning_warn(struct everyuri_planning *planning, size_t at, const char *clause,
                            const char *message);

/** Adds a "connect" step to the URI's host and port.
 *  transport: "tcp" or "udp". */
void everyuri_planning_connect(struct everyuri_planning *planning, const char *transport);

/** Begins a step of another kind.  Not for "connect" and "refer". */
void everyuri_planning_step(struct everyuri_planning *planning, enum everyuri_do what);

/** Add a field to the step: a text, a number, or a part of the URI, which is decoded once and marked
 *  secret if it lies in the password.  The field names of "connect" and "refer" are refused. */
void everyuri_planning_text(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_text text);
void everyuri_planning_part(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_span span);
void everyuri_planning_number(struct everyuri_planning *planning, enum everyuri_field_name name,
                              uint32_t number);

/** Adds a step that reads the file at the URI's path below a local directory.  If the path is empty
 *  or ends in "/", the step lists that directory. */
void everyuri_planning_local(struct everyuri_planning *planning, struct everyuri_text directory);

/** Adds a "refer" step with the URIs that the templates expand to, in this order.
 *  templates: as in a GATEWAY rule. */
void everyuri_planning_refer(struct everyuri_planning *planning,
                             const struct everyuri_text *templates, size_t n_templates);

/* ---- entries --------------------------------------------------------------------------------- */

/** An entry of a server's listing.  data NULL: not given. */
struct everyuri_entry {
	struct everyuri_text type;     /**< gopher: the item type; ftp: "d" for a directory;
	                                    wais: the document's type; prospero: the
	                                    object's version */
	struct everyuri_text selector; /**< gopher: selector; wais: document identifier; nntp:
	                                    number of the article; news: message-id; prospero:
	                                    hsoname */
	struct everyuri_text host;     /**< default: the host of the base */
	uint16_t port;                 /**< 0: the scheme's default */
	struct everyuri_text name;     /**< ftp, file: name in the directory; news, nntp: group;
	                                    wais: database */
};

/** Makes the URI of an entry.
 *  base:   URI of the listing; its scheme defines the meaning of the entry.
 *  buf:    receives a full form, valid under rfc3986, whose plan requests exactly this entry.
 *  Errors: UNSAFE: the entry cannot be expressed safely (a name with "/", or ".."); MISSING: a
 *          required field is absent; UNSUPPORTED: the scheme has no listings; TOO_LONG, NO_SPACE,
 *          NO_MEMORY. */
enum everyuri_status everyuri_entry_uri(const struct everyuri_uri *base,
                                        const struct everyuri_entry *entry,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

/** Makes the URI that searches an index for words.  Blanks separate the words.  For gopher and
 *  gemini, a blank is written as "%20" (RFC 1738 3.4.5).  For http and wais, and for gopher under
 *  url1993 and uri1994, it is written as "+", and a "+" as "%2B" (RFC 1630).
 *  index:  a full form (with a scheme).  Its search words and fragment are dropped.  If a gopher URI
 *          has no path, the server is searched (gopher://h/7).
 *  buf:    receives the URI.
 *  Errors: UNSUPPORTED: the scheme has no search; UNSAFE (err->which 1): CR, LF or NUL in the words,
 *          or a tab for gopher; TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_search_uri(const struct everyuri_uri *index,
                                         struct everyuri_text words, struct everyuri_buf *buf,
                                         struct everyuri_error *err);

/* ---- schemes of a configuration -------------------------------------------------------------- */

/** A scheme that a configuration defines. */
struct everyuri_registered {
	struct everyuri_text name, clause, scope, media_type; /**< data NULL: not given */
	enum everyuri_scheme_kind kind;
	unsigned flags;
	uint16_t port;
	bool has_plan; /**< it has a plan function or STEP rules */
};

/** Stores scheme n of those that a configuration defines, in its order, counting from 0.
 *  Returns: false if there are not that many. */
bool everyuri_registered_nth(const struct everyuri_config *config, size_t n,
                             struct everyuri_registered *registered);

#ifdef __cplusplus
}
#endif
#endif
