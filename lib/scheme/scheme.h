/* scheme.h - what the files of the schemes share: the plan that is being made.
 *
 * A scheme is one file with one function, eu_plan_NAME, and one row in base/scheme_rows.h.  The function adds
 * the steps in order.  It checks no status: after the first refusal nothing more is added. */
#ifndef EU_SCHEME_SCHEME_H
#define EU_SCHEME_SCHEME_H

#include "base/schemes.h"
#include "everyuri/scheme.h"
#include "plan/build.h"

/** Longest host name, in bytes, as it is connected to: RFC 1035 2.3.4; IPv6 with a zone is shorter. */
#define EU_HOST_MAX 253

/** The plan that is being made for one URI. */
struct everyuri_planning {
	const struct everyuri_uri *uri;
	const struct everyuri_config *config; /* never NULL */
	const struct eu_scheme *row;
	void (*plan)(struct everyuri_planning *planning); /* NULL: none */
	const struct eu_registered *own; /* what the configuration says of the scheme, or NULL */
	/* Of uri->text, as the scheme's definition cuts it: "?" rejoined to the path, a host
	 * taken out of a path that begins with "//". */
	struct everyuri_span user, password, host, path, query;
	uint16_t port;     /* the URI's, or else own_port */
	uint16_t own_port; /* the scheme's; of what else a gopher item is, that scheme's */
	uint16_t n_host;   /* bytes of the host as it is connected to; 0: none, or empty */
	char host_text[EU_HOST_MAX + 1];
	struct eu_plan_build build;
};

/** What this directory does for a scheme. */
struct eu_planner {
	void (*plan)(struct everyuri_planning *planning); /* NULL: no plan, for info.reason */
	/* Writes the URI of an entry in a listing of `base`.  NULL: nothing is listed. */
	enum everyuri_status (*entry)(const struct everyuri_uri *base,
	                              const struct everyuri_entry *entry, struct eu_out *out,
	                              struct everyuri_error *err);
};

/** Returns the functions of a scheme of the table. */
const struct eu_planner *eu_planner_of(const struct eu_scheme *scheme);

/* ---- planning.c: what all schemes do first ------------------------------------------------------ */

/** "connect" to the URI's host.  Refuses where there is none. */
void eu_plan_connect(struct everyuri_planning *planning);

/** The same by "udp". */
void eu_plan_connect_by(struct everyuri_planning *planning, const char *transport);

/** "connect" to a host of the configuration: "host", "host:port" or "[v6]:port", if the policy lets
 *  it be.  own_port: of this kind of server; 0: a proxy's, of which several are usual. */
void eu_plan_connect_to(struct everyuri_planning *planning, struct everyuri_text server,
                        uint16_t own_port, bool tls);

/** Refuse, at a byte of the URI, by a clause; status UNSAFE. */
void eu_unsafe(struct everyuri_planning *planning, size_t at, const char *clause,
               const char *message);

/** Refuse unless the URI has a host that is not empty.  Returns: it has. */
bool eu_need_host(struct everyuri_planning *planning);

/** Refuse a user and password where the scheme has none (RFC 1738: "not allowed"). */
void eu_no_user(struct everyuri_planning *planning, const char *clause);

/** Refuse a query where the scheme has none. */
void eu_no_query(struct everyuri_planning *planning, const char *clause);

/** Does text of the caller's hold what would end a command?  Refuse what is configured so: only
 *  configurations that were read by everyuri_config_read are known to be without. */
bool eu_ends_line(struct everyuri_text text);
void eu_need_line(struct everyuri_planning *planning, struct everyuri_text configured);

/** Refuse a part that is not UTF-8 once it is decoded. */
void eu_need_utf8(struct everyuri_planning *planning, struct everyuri_span part,
                  const char *clause);

/** Is this the standard that was asked for? */
static inline bool eu_planned_by(const struct everyuri_planning *planning,
                                 enum everyuri_standard standard)
{
	return planning->uri->standard == standard;
}

/** The bytes of a part; absent: data NULL. */
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

/** Is a part there, and not empty? */
static inline bool eu_planned_has(struct everyuri_span span)
{
	return !eu_is_absent(span) && span.begin < span.end;
}

/** One byte of a part, decoded.  at: below span.end.  Returns: where the next one begins. */
static inline uint32_t eu_planned_byte(const struct everyuri_planning *planning,
                                       struct everyuri_span span, uint32_t at, unsigned char *byte)
{
	const char *text = planning->uri->text + at;

	*byte = (unsigned char)*text;
	return at + (eu_escape_at(text, span.end - at, byte) ? 3 : 1);
}

/** Path and query as one, "?" between them: for schemes that cut the rest in their own way. */
static inline struct everyuri_span eu_planned_rest(const struct everyuri_planning *planning)
{
	return eu_span(planning->path.begin,
	               eu_is_absent(planning->query) ? planning->path.end : planning->query.end);
}

/** Take what stands in front of the next `mark` off *rest, or all of it; *rest is then what
 *  follows the mark, or absent, as is what is taken from nothing. */
struct everyuri_span eu_take_part(const char *text, struct everyuri_span *rest, char mark);

/** Write a part that is there as it stands, with "%HH" for every byte that is not of `keep`; "%"
 *  stays. */
void eu_plan_escaped(struct everyuri_planning *planning, struct everyuri_span span,
                     const struct everyuri_byte_set *keep);

/** Write a number in decimal. */
void eu_plan_decimal(struct eu_plan_build *build, unsigned number);

/** Write host:port as a request names them: the host as it is connected to, without a zone, which
 *  means nothing elsewhere (RFC 6874 4); the port in any case, or only where it is not the
 *  scheme's own. */
void eu_plan_authority(struct everyuri_planning *planning, bool always_port);

/** A field of the user's secret: the password, decoded, masked. */
void eu_plan_secret(struct everyuri_planning *planning, enum everyuri_field_name name);

/** The next rule of a kind and name; NULL: there is no other.  from: where to go on, 0 at first and
 *  moved behind the rule; NULL: the first one is asked for. */
const struct everyuri_rule *eu_rule(const struct everyuri_planning *planning,
                                    enum everyuri_rule_kind kind, const char *name, size_t len,
                                    size_t *from);

/* ---- host.c ------------------------------------------------------------------------------------ */

/** Set host_text and n_host, or refuse the host. */
void eu_planned_host(struct everyuri_planning *planning);

/** Are two host names the same, in either case and with or without the dot of the root? */
bool eu_same_host(struct everyuri_text a, struct everyuri_text b);

/* ---- server.c ---------------------------------------------------------------------------------- */

/** Returns: may a host name have this byte?  Letters, digits, "-", "." and "_", which RFC 1123 forbids
 *  and the DNS allows. */
static inline bool eu_is_host_byte(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) || byte == '-' || byte == '.' || byte == '_';
}

/** Returns: is each label between dots 1 to 63 bytes long?  One more dot may end the name (RFC 3986
 *  3.2.2).  n: not 0. */
bool eu_has_good_labels(const char *host, size_t n);

/** Read "host", "host:port", "[v6]" or "[v6]:port"; *port stays where none is given.  host: an
 *  address of IPv6 as RFC 5952 has it, without brackets.
 *  Returns: bytes of host; 0: it is none of these. */
size_t eu_server_read(struct everyuri_text server, char host[EU_HOST_MAX + 1], uint16_t *port);

/* ---- guard.c: what the policy says ---------------------------------------------------------------- */

/** Refuse or warn of scheme, port, host and password; set the longest line and
 *  the most steps. */
void eu_planned_policy(struct everyuri_planning *planning);

/** Refuse or warn of another scheme, which is what the path says that the URI is of. */
void eu_planned_scheme(struct everyuri_planning *planning, const char *name);

/** Refuse or warn of a server of the configuration, where the scheme begins. */
void eu_planned_server(struct everyuri_planning *planning, struct everyuri_text host, uint16_t port,
                       uint16_t own_port);

/* ---- entry.c ----------------------------------------------------------------------------------------- */

/** Write data with "%HH" for each byte that is not of `keep`. */
void eu_out_encoded(struct eu_out *out, struct everyuri_text data,
                    const struct everyuri_byte_set *keep);

/** Write "scheme://host:port" of an entry: as base has it, or as the entry says, without the
 *  user.  Errors: UNSAFE: the host is none. */
enum everyuri_status eu_out_place(struct eu_out *out, const struct everyuri_uri *base,
                                  const struct everyuri_entry *entry, struct everyuri_error *err);

/** May this be sent with a command?  Errors: UNSAFE: it has CR, LF or NUL in it. */
enum everyuri_status eu_check_sent(struct everyuri_text text, struct everyuri_error *err);

/** Write what stands in front of a base's path: scheme, host and port, as RFC 3986 has them; with
 *  `user` user and password too.  Errors: UNSAFE: the host is none, the port above 65535. */
enum everyuri_status eu_out_front(struct eu_out *out, const struct everyuri_uri *base, bool user,
                                  struct everyuri_error *err);

/** Write a path as it stands, with "%HH" for what RFC 3986 does not have in one. */
void eu_out_path(struct eu_out *out, const struct everyuri_uri *base, struct everyuri_span path);

/** Is one of the segments of this text "." or ".."?  front: a byte in front of it, or 0. */
bool eu_has_dot_segment(struct everyuri_text text, char front);

/** Is this, as a segment of its own, kept?  Errors: UNSAFE: it is "." or "..". */
enum everyuri_status eu_check_segment(struct everyuri_text text, struct everyuri_error *err);

/** "host:port" of these; standing: the port that is left out. */
enum everyuri_status eu_out_authority(struct eu_out *out, const struct everyuri_uri *base,
                                      const struct everyuri_entry *entry, uint16_t standing,
                                      struct everyuri_error *err);

/** Letters, digits and $ - _ . + ! * ' ( ) , of RFC 1738: they mean themselves in every scheme. */
extern const struct everyuri_byte_set eu_kept_uchar;

/* ---- local.c ------------------------------------------------------------------------------------- */

/** The field "path": a root, "/" and the segments of `path`, decoded.  Refused: dot segments,
 *  encoded slashes, NUL. */
void eu_plan_local(struct everyuri_planning *planning, struct everyuri_text root,
                   struct everyuri_span path);

/** The same within a field that is open. */
void eu_plan_below(struct everyuri_planning *planning, struct everyuri_text root,
                   struct everyuri_span path);

/** "read", or "list" where the path is empty or ends in "/"; the path without its first slash. */
void eu_plan_read_or_list(struct everyuri_planning *planning, struct everyuri_span path);

/** Can this be the name of an entry in a directory?  Errors: MISSING, UNSAFE. */
enum everyuri_status eu_check_name(struct everyuri_text name, struct everyuri_error *err);

/* ---- wais.c -------------------------------------------------------------------------------------- */

/** "connect", "send" init and "expect" its answer: what Z39.50 of any version begins with. */
void eu_plan_z3950_open(struct everyuri_planning *planning);

/* ---- the schemes: one function each, in the file of its name ------------------------------------------ */

void eu_plan_afs(struct everyuri_planning *planning);
void eu_plan_cid(struct everyuri_planning *planning);
void eu_plan_data(struct everyuri_planning *planning);
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

/** The port of a gopher item that names none: of an item that is a session, that session's. */
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
