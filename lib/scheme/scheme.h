/* scheme.h - the state and functions that all schemes share while a plan is made.
 *
 * A scheme is one file with one function, eu_plan_NAME, and one row in base/scheme_rows.h.  The
 * function adds the steps in order.  It need not check the status: after the first refusal nothing
 * more is added. */
#ifndef EU_SCHEME_SCHEME_H
#define EU_SCHEME_SCHEME_H

#include "base/schemes.h"
#include "everyuri/scheme.h"
#include "plan/build.h"

/** Longest host name to connect to, in bytes (RFC 1035 2.3.4).  An IPv6 address with a zone is
 *  shorter. */
#define EU_HOST_MAX 253

/** The state while the plan of one URI is made. */
struct everyuri_planning {
	const struct everyuri_uri *uri;
	const struct everyuri_config *config; /* never NULL */
	const struct eu_scheme *row;
	void (*plan)(struct everyuri_planning *planning); /* NULL if the scheme has no plan */
	const struct eu_registered *own; /* the configured definition of the scheme, or NULL */
	/* Spans of uri->text, split as the scheme defines.  For example, "?" may be part of the
	 * path, and a host may have been taken out of a path that begins with "//". */
	struct everyuri_span user, password, host, path, query;
	uint16_t port;     /* the URI's port, or else own_port */
	uint16_t own_port; /* the scheme's default port; for a session in gopher, the default port
	                      of its protocol */
	uint16_t n_host;   /* length of host_text; 0 if the host is absent or empty */
	char host_text[EU_HOST_MAX + 1];
	struct eu_plan_build build;
};

/** The functions of a scheme in this directory. */
struct eu_planner {
	void (*plan)(struct everyuri_planning *planning); /* NULL if there is no plan; info.reason
	                                                     says why */
	/* Writes the URI of an entry in a listing of `base`.  NULL if the scheme has no
	 * listings. */
	enum everyuri_status (*entry)(const struct everyuri_uri *base,
	                              const struct everyuri_entry *entry, struct eu_out *out,
	                              struct everyuri_error *err);
};

/** Returns the functions of a scheme of the table. */
const struct eu_planner *eu_planner_of(const struct eu_scheme *scheme);

/* ---- planning.c: what all schemes do first ------------------------------------------------------ */

/** Adds "connect" to the URI's host.  Refuses a URI without a host. */
void eu_plan_connect(struct everyuri_planning *planning);

/** Does the same with a transport, "tcp" or "udp". */
void eu_plan_connect_by(struct everyuri_planning *planning, const char *transport);

/** Adds "connect" to a server from the configuration: "host", "host:port" or "[v6]:port".  The
 *  policy may refuse it.
 *  own_port: the default port of this kind of server.  0 means a proxy, for which several ports are
 *            usual. */
void eu_plan_connect_to(struct everyuri_planning *planning, struct everyuri_text server,
                        uint16_t own_port, bool tls);

/** Refuses the URI with the status UNSAFE.
 *  at:     offset of the byte that is the reason.
 *  clause: the rule that it violates. */
void eu_unsafe(struct everyuri_planning *planning, size_t at, const char *clause,
               const char *message);

/** Refuses a URI without a host or with an empty one.  Returns whether it has a host. */
bool eu_need_host(struct everyuri_planning *planning);

/** Refuses a user and password in a scheme without them (RFC 1738: "not allowed"). */
void eu_no_user(struct everyuri_planning *planning, const char *clause);

/** Refuses a query in a scheme without one. */
void eu_no_query(struct everyuri_planning *planning, const char *clause);

/** eu_ends_line returns whether a text contains a byte that would end a command. eu_need_line
 *  refuses a text of the configuration that contains one.  This check is needed because a
 *  configuration may not come from everyuri_config_read, which refuses such texts. */
bool eu_ends_line(struct everyuri_text text);
void eu_need_line(struct everyuri_planning *planning, struct everyuri_text configured);

/** Refuses a part that is not UTF-8 after decoding. */
void eu_need_utf8(struct everyuri_planning *planning, struct everyuri_span part,
                  const char *clause);

/** Returns whether the URI was parsed by this standard. */
static inline bool eu_planned_by(const struct everyuri_planning *planning,
                                 enum everyuri_standard standard)
{
	return planning->uri->standard == standard;
}

/** Returns the bytes of a part; data NULL if it is absent. */
static inline struct everyuri_text eu_planned_text(const struct everyuri_planning *planning,
                                                   struct everyuri_span span)
{
	struct everyuri_text text = { NULL, 0 };

	if (!eu_is_absent(span)) {
		text.data = planning->uri->text + span.begin;
		text.len = eu_span_len(span);
	}
	return text;
}

/** Returns whether a part is present and not empty. */
static inline bool eu_planned_has(struct everyuri_span span)
{
	return !eu_is_absent(span) && span.begin < span.end;
}

/** Decodes one byte of a part.
 *  at: below span.end.  Returns the offset of the next byte. */
static inline uint32_t eu_planned_byte(const struct everyuri_planning *planning,
                                       struct everyuri_span span, uint32_t at, unsigned char *byte)
{
	const char *text = planning->uri->text + at;

	*byte = (unsigned char)*text;
	return at + (eu_escape_at(text, span.end - at, byte) ? 3 : 1);
}

/** Returns path and query as one span, with the "?" between them.  For schemes that split this text
 *  in another way. */
static inline struct everyuri_span eu_planned_rest(const struct everyuri_planning *planning)
{
	return eu_span(planning->path.begin,
	               eu_is_absent(planning->query) ? planning->path.end : planning->query.end);
}

/** Takes the text before the next `mark` off *rest, or all of *rest if there is no mark. *rest is
 *  then the text after the mark, or absent.  If *rest is absent, the result is also absent. */
struct everyuri_span eu_take_part(const char *text, struct everyuri_span *rest, char mark);

/** Writes a part, which must be present, with "%HH" for each byte outside `keep`.  "%" stays. */
void eu_plan_escaped(struct everyuri_planning *planning, struct everyuri_span span,
                     const struct everyuri_byte_set *keep);

/** Writes a number in decimal. */
void eu_plan_decimal(struct eu_plan_build *build, unsigned number);

/** Writes host:port for a request.  Leaves out a zone, which has no meaning on another machine
 *  (RFC 6874 4).  The port is written always, or only if it is not the default port. */
void eu_plan_authority(struct everyuri_planning *planning, bool always_port);

/** Adds a field with the decoded password, marked as secret. */
void eu_plan_secret(struct everyuri_planning *planning, enum everyuri_field_name name);

/** Returns the next rule of a kind and name, or NULL if there are no more. *from is where to start:
 *  0 at first; the call moves it past the rule.  If from is NULL, returns the first rule. */
const struct everyuri_rule *eu_rule(const struct everyuri_planning *planning,
                                    enum everyuri_rule_kind kind, const char *name, size_t len,
                                    size_t *from);

/* ---- host.c ------------------------------------------------------------------------------------ */

/** Sets host_text and n_host, or refuses the host. */
void eu_planned_host(struct everyuri_planning *planning);

/** Returns whether two host names are equal, ignoring case and the dot of the root. */
bool eu_same_host(struct everyuri_text a, struct everyuri_text b);

/* ---- server.c ---------------------------------------------------------------------------------- */

/** Returns whether a host name may contain this byte: letters, digits, "-", "." and "_", which
 *  RFC 1123 forbids and the DNS allows. */
static inline bool eu_is_host_byte(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) || byte == '-' || byte == '.' || byte == '_';
}

/** Returns whether each label between dots is 1 to 63 bytes long.  One more dot may end the name
 *  (RFC 3986 3.2.2).
 *  n: not 0. */
bool eu_has_good_labels(const char *host, size_t n);

/** Reads "host", "host:port", "[v6]" or "[v6]:port".  *port stays unchanged if there is no port.
 *  An IPv6 address is written to `host` in the form of RFC 5952, without brackets.  Returns the
 *  length of the host, or 0 if the text is invalid. */
size_t eu_server_read(struct everyuri_text server, char host[EU_HOST_MAX + 1], uint16_t *port);

/* ---- guard.c: what the policy says ---------------------------------------------------------------- */

/** Checks scheme, port, host and password, which the policy may refuse or warn of.  Also sets the
 *  limits of line length and steps. */
void eu_planned_policy(struct everyuri_planning *planning);

/** Checks another scheme, to which the URI belongs according to its path. */
void eu_planned_scheme(struct everyuri_planning *planning, const char *name);

/** Checks a server from the configuration.  Errors are reported at the URI's scheme. */
void eu_planned_server(struct everyuri_planning *planning, struct everyuri_text host, uint16_t port,
                       uint16_t own_port);

/* ---- entry.c ----------------------------------------------------------------------------------------- */

/** Writes data with "%HH" for each byte outside `keep`. */
void eu_out_encoded(struct eu_out *out, struct everyuri_text data,
                    const struct everyuri_byte_set *keep);

/** Writes "scheme://host:port" of an entry, without the user.  Host and port are those of the entry
 *  or, if it has none, of the base.  Errors: UNSAFE if the host is invalid. */
enum everyuri_status eu_out_place(struct eu_out *out, const struct everyuri_uri *base,
                                  const struct everyuri_entry *entry, struct everyuri_error *err);

/** Checks text that a command may contain.  Errors: UNSAFE if it contains CR, LF or NUL. */
enum everyuri_status eu_check_sent(struct everyuri_text text, struct everyuri_error *err);

/** Writes the text before a base's path in the syntax of RFC 3986: scheme, host and port; if `user`
 *  is true, also user and password.  Errors: UNSAFE if the host is invalid or the port is above
 *  65535. */
enum everyuri_status eu_out_front(struct eu_out *out, const struct everyuri_uri *base, bool user,
                                  struct everyuri_error *err);

/** Writes a path, with "%HH" for each byte that RFC 3986 does not allow in a path. */
void eu_out_path(struct eu_out *out, const struct everyuri_uri *base, struct everyuri_span path);

/** Returns whether a segment of this text is "." or "..".
 *  front: a byte before the text, or 0. */
bool eu_has_dot_segment(struct everyuri_text text, char front);

/** Checks that parsers keep this text as a segment.  Errors: UNSAFE if it is "." or "..". */
enum everyuri_status eu_check_segment(struct everyuri_text text, struct everyuri_error *err);

/** Writes "host:port" of an entry or its base.
 *  standing: the default port, which is left out. */
enum everyuri_status eu_out_authority(struct eu_out *out, const struct everyuri_uri *base,
                                      const struct everyuri_entry *entry, uint16_t standing,
                                      struct everyuri_error *err);

/** Letters, digits and $ - _ . + ! * ' ( ) , which have no special meaning in any scheme
 *  (RFC 1738). */
extern const struct everyuri_byte_set eu_kept_uchar;

/* ---- local.c ------------------------------------------------------------------------------------- */

/** Adds the field "path": a root, "/" and the decoded segments of `path`. Refuses dot segments,
 *  encoded slashes and NUL. */
void eu_plan_local(struct everyuri_planning *planning, struct everyuri_text root,
                   struct everyuri_span path);

/** Does the same within a field that is already open. */
void eu_plan_below(struct everyuri_planning *planning, struct everyuri_text root,
                   struct everyuri_span path);

/** Adds "read", or "list" if the path is empty or ends in "/".
 *  path: without its first slash. */
void eu_plan_read_or_list(struct everyuri_planning *planning, struct everyuri_span path);

/** Checks the name of an entry in a directory.  Errors: MISSING, UNSAFE. */
enum everyuri_status eu_check_name(struct everyuri_text name, struct everyuri_error *err);

/* ---- wais.c -------------------------------------------------------------------------------------- */

/** Adds the steps that begin Z39.50 in all versions: "connect", "send" with init, and "expect" with
 *  its answer. */
void eu_plan_z3950_open(struct everyuri_planning *planning);

/* ---- the schemes: one function each, in the file of its name ------------------------------------------ */

void eu_plan_afs(struct everyuri_planning *planning);
void eu_plan_cid(struct everyuri_planning *planning);
void eu_plan_data(struct everyuri_planning *planning);
void eu_plan_data_fetch(struct everyuri_planning *planning);

/** Returns the value of a base64 digit (RFC 4648 4), 0 to 63, or -1. */
int eu_base64_sextet(unsigned char byte);

void eu_plan_dict(struct everyuri_planning *planning);
void eu_plan_file(struct everyuri_planning *planning);
void eu_plan_finger(struct everyuri_planning *planning);
void eu_plan_ftp(struct everyuri_planning *planning);
void eu_plan_gemini(struct everyuri_planning *planning);
void eu_plan_gopher(struct everyuri_planning *planning);
void eu_plan_http(struct everyuri_planning *planning);
void eu_plan_ldap(struct everyuri_planning *planning);
void eu_plan_mailto(struct everyuri_planning *planning);
void eu_plan_mid(struct everyuri_planning *planning);
void eu_plan_news(struct everyuri_planning *planning);
void eu_plan_nntp(struct everyuri_planning *planning);
void eu_plan_prospero(struct everyuri_planning *planning);
void eu_plan_rlogin(struct everyuri_planning *planning);
void eu_plan_spartan(struct everyuri_planning *planning);
void eu_plan_telnet(struct everyuri_planning *planning);
void eu_plan_tn3270(struct everyuri_planning *planning);
void eu_plan_urn(struct everyuri_planning *planning);
void eu_plan_wais(struct everyuri_planning *planning);
void eu_plan_whois(struct everyuri_planning *planning);
void eu_plan_whoispp(struct everyuri_planning *planning);
void eu_plan_z3950r(struct everyuri_planning *planning);
void eu_plan_z3950s(struct everyuri_planning *planning);

/** Returns the default port of a gopher URI.  For a session item, this is the default port of the
 *  session's protocol. */
uint16_t eu_gopher_port(const struct everyuri_planning *planning);

enum everyuri_status eu_entry_dict(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err);
enum everyuri_status eu_entry_file(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err);
enum everyuri_status eu_entry_ftp(const struct everyuri_uri *base,
                                  const struct everyuri_entry *entry, struct eu_out *out,
                                  struct everyuri_error *err);
enum everyuri_status eu_entry_gopher(const struct everyuri_uri *base,
                                     const struct everyuri_entry *entry, struct eu_out *out,
                                     struct everyuri_error *err);
enum everyuri_status eu_entry_news(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err);
enum everyuri_status eu_entry_nntp(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err);
enum everyuri_status eu_entry_prospero(const struct everyuri_uri *base,
                                       const struct everyuri_entry *entry, struct eu_out *out,
                                       struct everyuri_error *err);
enum everyuri_status eu_entry_wais(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err);

#endif
