/* scheme.h - what each scheme's URIs lead to: a URI becomes a plan, and an entry that a server
 * lists becomes a URI.
 *
 * No connection is opened here and no file is looked at.  A plan names no host that neither the
 * URI nor the configuration does, and no value in it holds what would end a command. */
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

/** What a line of configuration is about. */
enum everyuri_rule_kind {
	EVERYURI_RULE_SCHEME = 0,   /**< name: a scheme of the user's; value: its definition */
	EVERYURI_RULE_GATEWAY = 1,  /**< name: a scheme; value: an RFC 6570 template of a locator */
	EVERYURI_RULE_RESOLVER = 2, /**< name: a namespace of urn; value: a template */
	EVERYURI_RULE_PROGRAM = 3,  /**< name: a scheme; value: the program to hand over to, and
	                                 its arguments, with {host} and {port} in them */
	EVERYURI_RULE_ROOT = 4,     /**< name: a host; value: the local directory that holds what
	                                 ftp has there */
	EVERYURI_RULE_STEP = 5      /**< name: a scheme of the user's; value: a step of its plan,
	                                 which follows those of the lines before */
};

struct everyuri_planning;

/** Makes the plan of a scheme of the caller's, by everyuri_planning_...  It is called once more
 *  where the plan is long, and must then do the same. */
typedef void everyuri_plan_fn(struct everyuri_planning *planning, void *own);

/** One line.  Several gateways, resolvers or steps of one name are tried or taken in order; of the
 *  other kinds the last one of a name is in force. */
struct everyuri_rule {
	enum everyuri_rule_kind kind;
	uint16_t port; /**< of a scheme; 0: none */
	struct everyuri_text name, value;
	everyuri_plan_fn *plan; /**< of a scheme: instead of value; or NULL */
	void *own;              /**< for plan */
};

/** Bits of everyuri_config.flags. */
enum {
	EVERYURI_FTP_DIRECT = 1,  /**< try one RETR of the whole path first (the draft of 1994) */
	EVERYURI_FTP_SECURE = 2,  /**< AUTH TLS before the login */
	EVERYURI_FORM_AGREED = 4, /**< the user agrees to send the lines of a filled form that a
	                                gopher URI brings along (RFC 1738 3.4.9) */
	EVERYURI_NEWS_HERE = 8    /**< an article is looked up among those received before, and
	                                the server asked where it is not */
};

/** All that a plan depends on besides the URI.  {0} is the default; nothing is copied. */
struct everyuri_config {
	const struct everyuri_policy *policy; /**< NULL: the default policy */
	unsigned flags;
	struct everyuri_text anonymous;   /**< password of anonymous FTP; default "anonymous@" */
	struct everyuri_text news_server; /**< host or host:port, for news: and nntp: without a
	                                       host */
	struct everyuri_text this_host;   /**< this machine's own name, for file: */
	struct everyuri_text afs_root;    /**< default "/afs" */
	struct everyuri_text proxy;       /**< host:port that http and https go through */
	struct everyuri_text http_proxy;  /**< the same for http alone, instead of proxy */
	struct everyuri_text https_proxy; /**< for https alone */
	struct everyuri_text no_proxy; /**< hosts that they go to directly: names, which stand for
	                                       those below them too, addresses and ranges of them,
	                                       or "*", between commas or blanks */
	struct everyuri_text message;  /**< the message-id that cid: is a part of */

	/* No plan depends on these: they are for who sends a draft. */
	struct everyuri_text smtp;     /**< "host" or "host:port", perhaps behind "smtp://" or
	                                    "smtps://" */
	struct everyuri_text sendmail; /**< a program's path */
	struct everyuri_text sender;   /**< an address */
	const struct everyuri_rule *rules;
	size_t n_rules;
};

/** Is this a rule that can be carried out?  docs/schemes/registered.md tells the values of SCHEME,
 *  STEP, GATEWAY and RESOLVER; of the others only the name is checked.
 *  err:     err->which 1: the name is at fault, and err->at counts in it; 0: the value.
 *  warning: set, with the status UNSAFE, for a scheme whose name is neither of "x-" nor known to
 *           IANA; otherwise untouched; may be NULL.
 *  Errors:  INVALID, TOO_LONG.  Cost: linear.  Nothing is allocated. */
enum everyuri_status everyuri_rule_check(const struct everyuri_rule *rule,
                                         struct everyuri_error *err,
                                         struct everyuri_error *warning);

/** Read a configuration: lines of a keyword and its value; docs/configuration.md lists them.  The
 *  lines of a policy may stand among them: everyuri_policy_read takes those.
 *  text:   must live as long as *config is used, which points into it.
 *  buf:    holds the rules.
 *  Errors: INVALID, err->at: bytes of text; TOO_LONG, NO_SPACE, NO_MEMORY.  Cost: linear. */
enum everyuri_status everyuri_config_read(const char *text, size_t len, struct everyuri_buf *buf,
                                          struct everyuri_config *config,
                                          struct everyuri_error *err);

/* ---- plans ------------------------------------------------------------------------------------ */

/** What one would do with a URI.
 *  uri:    a full form, read by any standard.  As its own scheme's definition has it, "?" is part
 *          of the path where RFC 1738 gives the scheme no query.
 *  config: or NULL.
 *  buf:    for the plan.  uri's text does not lie in it.
 *  Errors: UNSAFE, OUT_OF_RANGE, MISSING, UNSUPPORTED: a URI that is valid but is not to be carried
 *          out, for the reason in err (err->at: bytes of uri->text); INVALID: a partial form;
 *          TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear; the plan takes at most 40 bytes for each of the URI's, and the lengths of what
 *          it takes from config, and 4 kB; and what templates and steps of config make of it. */
enum everyuri_status everyuri_plan_make(const struct everyuri_uri *uri,
                                        const struct everyuri_config *config,
                                        struct everyuri_buf *buf, struct everyuri_plan *plan,
                                        struct everyuri_error *err);

/* ---- plans of the caller's schemes ------------------------------------------------------------- */

/* For an everyuri_plan_fn.  After the first refusal, by it or by these calls, nothing more is taken
 * down, so none of them has to be asked whether it worked.  What is refused is refused as for the
 * schemes that are built in: no value with CR, LF or NUL, no host but the URI's and those of
 * locators, nothing of a fragment. */

/** The URI, and a part of it as the scheme's definition cuts it (a span of its text). */
const struct everyuri_uri *everyuri_planning_uri(const struct everyuri_planning *planning);
struct everyuri_span everyuri_planning_span(const struct everyuri_planning *planning,
                                            enum everyuri_part part);

/** Refuse with UNSAFE, or warn.  at: bytes of the URI's text; clause, message: static. */
void everyuri_planning_refuse(struct everyuri_planning *planning, size_t at, const char *clause,
                              const char *message);
void everyuri_planning_warn(struct everyuri_planning *planning, size_t at, const char *clause,
                            const char *message);

/** "connect" to the URI's host and port.  transport: "tcp" or "udp". */
void everyuri_planning_connect(struct everyuri_planning *planning, const char *transport);

/** Begin another step than "connect" and "refer", which have calls of their own. */
void everyuri_planning_step(struct everyuri_planning *planning, enum everyuri_do what);

/** A field of the step: text of the caller's, a part of the URI (decoded once; a part of the
 *  password is a secret), or a number.  Names that a "connect" or "refer" has are refused. */
void everyuri_planning_text(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_text text);
void everyuri_planning_part(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_span span);
void everyuri_planning_number(struct everyuri_planning *planning, enum everyuri_field_name name,
                              uint32_t number);

/** "read", or "list" if the URI's path is empty or ends in "/", below a directory. */
void everyuri_planning_local(struct everyuri_planning *planning, struct everyuri_text directory);

/** "refer" to what templates (as a gateway has them) make of the URI, in this order. */
void everyuri_planning_refer(struct everyuri_planning *planning,
                             const struct everyuri_text *templates, size_t n_templates);

/* ---- entries ------------------------------------------------------------------------------------ */

/** What a server says of one thing that it lists.  data NULL: it says nothing of it. */
struct everyuri_entry {
	struct everyuri_text type;     /**< gopher: the item type; ftp: "d" for a directory;
	                                    wais: the document's type; prospero: the
	                                    object's version */
	struct everyuri_text selector; /**< gopher: selector; wais: document identifier; nntp:
	                                    number of the article; news: message-id; prospero:
	                                    hsoname */
	struct everyuri_text host;     /**< where it is; default: as the base */
	uint16_t port;                 /**< 0: the scheme's own */
	struct everyuri_text name;     /**< ftp, file: name in the directory; news, nntp: group;
	                                    wais: database */
};

/** The URI of an entry.
 *  base:   what was listed; its scheme says what the entry means.
 *  Result: in buf, a full URI, valid under rfc3986, whose plan asks for exactly this entry.
 *  Errors: UNSAFE: the entry holds what no URI of this scheme may carry (a name with "/" in it,
 *          ".."), MISSING: too little is known; UNSUPPORTED: nothing is listed by this scheme;
 *          TOO_LONG, NO_SPACE, NO_MEMORY. */
enum everyuri_status everyuri_entry_uri(const struct everyuri_uri *base,
                                        const struct everyuri_entry *entry,
                                        struct everyuri_buf *buf, struct everyuri_error *err);

/** The URI that asks an index for words.  Blanks in them separate words: gopher and gemini have them as
 *  "%20" (RFC 1738 3.4.5), http and wais join words by "+", and a "+" of the user's is "%2B" (RFC 1630);
 *  so does gopher under url1993 and uri1994.
 *  index:  a full form; words that it has already, and its fragment, are left out; a gopher
 *          server without a path is searched itself (gopher://h/7).
 *  Errors: UNSUPPORTED: nothing is searched by this scheme; UNSAFE: CR, LF or NUL in the words, or
 *          a tab for gopher (err->which 1); TOO_LONG, NO_SPACE, NO_MEMORY.  Cost: linear. */
enum everyuri_status everyuri_search_uri(const struct everyuri_uri *index,
                                         struct everyuri_text words, struct everyuri_buf *buf,
                                         struct everyuri_error *err);

/* ---- schemes of a configuration -------------------------------------------------------------------- */

/** A scheme of a configuration. */
struct everyuri_registered {
	struct everyuri_text name, clause, scope, media_type; /**< data NULL: not said */
	enum everyuri_scheme_kind kind;
	unsigned flags;
	uint16_t port;
	bool has_plan; /**< a function, or steps */
};

/** The nth scheme that a configuration defines, in its order.  Returns: false beyond the end. */
bool everyuri_registered_nth(const struct everyuri_config *config, size_t n,
                             struct everyuri_registered *registered);

#ifdef __cplusplus
}
#endif
#endif
