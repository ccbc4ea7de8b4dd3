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
	EVERYURI_RULE_SCHEME = 0,   /**< the name is a scheme to define, the value its definition */
	EVERYURI_RULE_GATEWAY = 1,  /**< the name is a scheme, the value an RFC 6570 template of a
	                                 URI to try */
	EVERYURI_RULE_RESOLVER = 2, /**< the name is a URN namespace, the value a template of a URI
	                                 to try */
	EVERYURI_RULE_PROGRAM = 3,  /**< the name is a scheme, the value a program to start and its
	                                 arguments, with the variables {host} and {port} */
	EVERYURI_RULE_ROOT = 4,     /**< the name is a host, the value a local directory with the
	                                 files of its ftp server */
	EVERYURI_RULE_STEP = 5      /**< the name is a scheme, the value the next step of its
	                                 plan */
};

struct everyuri_planning;

/** Makes the plan of a scheme that the caller defines, by calling everyuri_planning_... functions.
 *  The library may call it twice for one plan; it must make the same calls both times. */
typedef void everyuri_plan_fn(struct everyuri_planning *planning, void *own);

/** One rule of a configuration.  Gateways, resolvers and steps with the same name are used in order.
 *  For the other kinds, the last rule with a name counts. */
struct everyuri_rule {
	enum everyuri_rule_kind kind;
	uint16_t port; /**< SCHEME: default port, or 0 */
	struct everyuri_text name, value;
	everyuri_plan_fn *plan; /**< SCHEME: makes the plan, instead of `value`; or NULL */
	void *own;              /**< argument of plan */
};

/** Bits of everyuri_config.flags. */
enum {
	EVERYURI_FTP_DIRECT = 1,  /**< try RETR with the whole path first (the draft of 1994) */
	EVERYURI_FTP_SECURE = 2,  /**< send AUTH TLS before the login */
	EVERYURI_FORM_AGREED = 4, /**< the user agreed to send the form data in a gopher URI
	                                (RFC 1738 3.4.9) */
	EVERYURI_NEWS_HERE = 8    /**< look for an article in local mail and news before asking the
	                               server */
};

/** Configuration of plans.  {0} is the default.  Nothing is copied. */
struct everyuri_config {
	const struct everyuri_policy *policy; /**< NULL means the default policy */
	unsigned flags;
	struct everyuri_text anonymous;   /**< password for anonymous FTP; the default is
	                                       "anonymous@" */
	struct everyuri_text news_server; /**< host or host:port to use for news: and nntp: URIs
	                                       without a host */
	struct everyuri_text this_host;   /**< name of this machine, for file: URIs */
	struct everyuri_text afs_root;    /**< directory of AFS; the default is "/afs" */
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
	struct everyuri_text sendmail; /**< path of a program that sends mail */
	struct everyuri_text sender;   /**< mail address */
	const struct everyuri_rule *rules;
	size_t n_rules;
};

/** Checks a rule.  docs/schemes/registered.md describes the values of SCHEME, STEP, GATEWAY and
 *  RESOLVER.  For the other kinds, only the name is checked.
 *  err:     err->which is 1 for an error in the name, 0 for an error in the value. err->at is an
 *           offset in the name or value.
 *  warning: receives a warning with the status UNSAFE if the name of a scheme neither begins with
 *           "x-" nor is registered with IANA.  Otherwise it is untouched.  May be NULL.
 *  Errors:  INVALID, TOO_LONG.
 *  Cost:    linear; allocates nothing. */
enum everyuri_status everyuri_rule_check(const struct everyuri_rule *rule,
                                         struct everyuri_error *err,
                                         struct everyuri_error *warning);

/** Reads a configuration.  A line is a keyword and its value; docs/configuration.md lists the
 *  keywords.  Lines of a policy are skipped; everyuri_policy_read() reads them.
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
 *  uri:    a full form (with a scheme), parsed under any standard; its text is not in buf.  If the
 *          scheme has no query in RFC 1738, "?" and the text after it are part of the path.
 *  config: may be NULL.
 *  buf:    holds the plan.
 *  plan:   receives the plan.
 *  Errors: UNSAFE, OUT_OF_RANGE, MISSING, UNSUPPORTED if the URI is valid, but has no plan, for the
 *          reason in err (err->at is an offset in uri->text).  INVALID for a partial form.
 *          TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear.  The greatest size of a plan is the sum of 4 kB, 40 bytes for each byte of the
 *          URI, the texts copied from config, and the expansions of config's templates and steps. */
enum everyuri_status everyuri_plan_make(const struct everyuri_uri *uri,
                                        const struct everyuri_config *config,
                                        struct everyuri_buf *buf, struct everyuri_plan *plan,
                                        struct everyuri_error *err);

/* ---- plans of the caller's schemes ----------------------------------------------------------- */

/* Functions for an everyuri_plan_fn to call.  After one of them refuses the URI, later calls do
 * nothing, so that no error checks are needed.  As in plans of built-in schemes, these are refused:
 * values with CR, LF or NUL, hosts that come neither from the URI nor from a template, and bytes of
 * the fragment. */

/** Return the URI that is planned, or the span of one of its parts.  If the scheme has no query,
 *  the path includes "?" and the text after it. */
const struct everyuri_uri *everyuri_planning_uri(const struct everyuri_planning *planning);
struct everyuri_span everyuri_planning_span(const struct everyuri_planning *planning,
                                            enum everyuri_part part);

/** Refuse the URI with UNSAFE, or add a warning.
 *  at:              offset in the URI's text, in bytes.
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

/** Add a field to the step: a text, a number, or a part of the URI.  A part is decoded once, and
 *  marked as secret if it lies in the password.  The field names of "connect" and "refer" are
 *  refused. */
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

/** An entry in a server's listing.  A text with data NULL is not given. */
struct everyuri_entry {
	struct everyuri_text type;     /**< gopher: the item type; ftp: "d" if the entry is a
	                                    directory; wais: the type of the document; prospero: the
	                                    version of the object */
	struct everyuri_text selector; /**< gopher: selector; wais: document identifier; nntp:
	                                    number of the article; news: message-id; prospero:
	                                    hsoname */
	struct everyuri_text host;     /**< if not given, the host of the base */
	uint16_t port;                 /**< 0 means the default port of the scheme */
	struct everyuri_text name;     /**< ftp, file: the name in the directory; news, nntp: the
	                                    group; wais: the database */
};

/** Makes the URI of an entry.
 *  base:   URI of the listing; its scheme determines the meaning of the entry's fields.
 *  buf:    receives a full form, valid under rfc3986, whose plan requests exactly this entry.
 *  Errors: UNSAFE if no URI names the entry safely (its name is ".." or contains "/"); MISSING if a
 *          required field is absent; UNSUPPORTED if the scheme has no listings; TOO_LONG, NO_SPACE,
 *          NO_MEMORY. */
enum everyuri_status everyuri_entry_uri(const struct everyuri_uri *base,
                                        const struct everyuri_entry *entry,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

/** Makes the URI that searches an index for words.  Blanks separate the words.  For gopher and
 *  gemini, a blank is written as "%20" (RFC 1738 3.4.5).  For http and wais, and for gopher under
 *  url1993 and uri1994, it is written as "+", and a "+" as "%2B" (RFC 1630).
 *  index:  a full form (with a scheme).  Its search words and fragment are dropped.  For a gopher
 *          URI without a path, the search goes to the server itself (gopher://h/7).
 *  buf:    receives the URI.
 *  Errors: UNSUPPORTED if the scheme has no search; UNSAFE (with err->which 1) if the words contain
 *          CR, LF or NUL or, for gopher, a tab; TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_search_uri(const struct everyuri_uri *index,
                                         struct everyuri_text words, struct everyuri_buf *buf,
                                         struct everyuri_error *err);

/* ---- schemes of a configuration -------------------------------------------------------------- */

/** A scheme that a configuration defines. */
struct everyuri_registered {
	struct everyuri_text name, clause, scope, media_type; /**< data is NULL if not given */
	enum everyuri_scheme_kind kind;
	unsigned flags;
	uint16_t port;
	bool has_plan; /**< it has a plan function or STEP rules */
};

/** Stores scheme number n of those that a configuration defines, in the order of the configuration,
 *  counting from 0.  Returns: false if there are fewer. */
bool everyuri_registered_nth(const struct everyuri_config *config, size_t n,
                             struct everyuri_registered *registered);

#ifdef __cplusplus
}
#endif
#endif
