/* policy.h - decide which schemes, ports, hosts and addresses may be used.
 *
 * These functions do not use the network or resolve names.  Call them before you plan a step.
 * Before you connect, call everyuri_policy_address() with the address to which the name resolved.
 * `refuse` refuses an item, `only` refuses all other items, and `allow` overrides every refusal of
 * the same kind, including the built-in ones. */
#ifndef EVERYURI_POLICY_H
#define EVERYURI_POLICY_H

#include "address.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bits of everyuri_policy.flags. */
enum {
	EVERYURI_POLICY_NO_PASSWORDS = 1, /**< refuse URIs with a password */
	EVERYURI_POLICY_ANY_HOP = 2       /**< follow links from public hosts to any address */
};

/** Returns the bit of a class in everyuri_policy.refused_classes. */
#define EVERYURI_POLICY_CLASS(address_class) (UINT32_C(1) << (address_class))
/** Bits of all classes except PUBLIC. */
#define EVERYURI_POLICY_NON_PUBLIC                           \
	(((UINT32_C(1) << EVERYURI_N_ADDRESS_CLASSES) - 1) & \
	 ~EVERYURI_POLICY_CLASS(EVERYURI_ADDRESS_PUBLIC))

#define EVERYURI_POLICY_COMMAND 4096 /**< default of max_command, in bytes */
#define EVERYURI_POLICY_STEPS 1000   /**< default of max_steps */

/** A host pattern is one of these:
 *   - a name, in upper or lower case, with or without its final dot: that name only;
 *   - "*." or "." and a name: every name below that name, but not the name itself;
 *   - an address, as everyuri_address_read() reads it: that address;
 *   - an address, "/" and a number of bits ("10.0.0.0/8", "fd00::/8"): that range;
 *   - "*": every host as written in the URI, but no address that a name resolves to.
 *  For any other pattern a call returns INVALID. */

/** A policy.  All zero is the safe default.  Owns nothing; its pointers must stay valid. */
struct everyuri_policy {
	const uint16_t *allowed_ports, *refused_ports;
	const struct everyuri_text *only_schemes; /**< if empty, every scheme is allowed */
	const struct everyuri_text *refused_schemes;
	const struct everyuri_text *only_hosts; /**< patterns; if empty, every host is allowed */
	const struct everyuri_text *allowed_hosts, *refused_hosts;
	size_t n_allowed_ports, n_refused_ports;
	size_t n_only_schemes, n_refused_schemes;
	size_t n_only_hosts, n_allowed_hosts, n_refused_hosts;
	uint32_t refused_classes; /**< bits from EVERYURI_POLICY_CLASS() */
	uint32_t flags;
	uint32_t max_command; /**< bytes; 0 means EVERYURI_POLICY_COMMAND */
	uint32_t max_steps;   /**< 0 means EVERYURI_POLICY_STEPS */
	uint32_t max_items;   /**< maximum number of items in a menu; 0 means EVERYURI_ITEMS_MAX
	                           (access.h), but no limit for local directories */
	uint32_t own_port;    /**< port on which this program listens, or 0 */
	uint32_t reserved[6]; /**< must be 0 */
};

/* The calls below return OK or UNSAFE, with err->at 0, or INVALID with err->which 1 if a pattern of
 * the policy is invalid.  They allocate nothing. */

/** Decides whether a scheme may be used.  Cost: linear in the lists. */
enum everyuri_status everyuri_policy_scheme(const struct everyuri_policy *policy,
                                            const char *scheme, size_t len,
                                            struct everyuri_error *err);

/** Decides whether a port may be connected to.  Refuses 0, numbers above 65535, and the ports that
 *  the Fetch standard blocks, except the scheme's default port.  Warns if the port is the default
 *  port of another known scheme (everyuri_port_scheme()).
 *  default_port: default port of the URI's scheme, or 0.
 *  warning:      receives the warning, with the status UNSAFE, if there is one; otherwise
 *                untouched; may be NULL.
 *  Source:       Fetch, "Port blocking" (review draft of June 2026); RFC 1738 6. */
enum everyuri_status everyuri_policy_port(const struct everyuri_policy *policy, unsigned port,
                                          unsigned default_port, struct everyuri_error *err,
                                          struct everyuri_error *warning);

/** Decides whether a data connection (ftp) may use the port that the server chose.  Refuses 0 to
 *  1023, numbers above 65535, and refused_ports.  The caller must connect to the address of the
 *  first connection. */
enum everyuri_status everyuri_policy_data_port(const struct everyuri_policy *policy, unsigned port,
                                               struct everyuri_error *err);

/** Decides whether a host may be used.  If it is an address, also calls everyuri_policy_address().
 *  If it is a name, the caller must check each address that it resolves to.
 *  host: decoded, IPv6 without brackets.  Always refused: white space, control characters, "/",
 *        "\" and "@", and a leading "-", which programs would treat as an option.  An empty host
 *        is OK unless only_hosts is set.
 *  Cost: linear in len times the number of patterns. */
enum everyuri_status everyuri_policy_host(const struct everyuri_policy *policy, const char *host,
                                          size_t len, struct everyuri_error *err);

/** Decides whether an address may be connected to, using refused_hosts and refused_classes.  Both
 *  also apply to embedded addresses: the NAT64 form of 10.0.0.1 is in 10.0.0.0/8.  In contrast, an
 *  address or range of allowed_hosts does not match embedded addresses.  only_hosts is ignored,
 *  because it applies to the host in the URI. */
enum everyuri_status everyuri_policy_address(const struct everyuri_policy *policy,
                                             const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                             struct everyuri_error *err);

/** Refuses a connection to this program (own_port of 127.0.0.1 or ::1), because it would cause an
 *  endless loop.  `allow` does not override this refusal. */
enum everyuri_status everyuri_policy_own(const struct everyuri_policy *policy,
                                         const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                         unsigned port, struct everyuri_error *err);

/** Decides whether a redirect, menu link or reference from a host of one class to a host of another
 *  may be followed.  Refuses hops from PUBLIC to any other class, and from any other class to
 *  METADATA. */
enum everyuri_status everyuri_policy_hop(const struct everyuri_policy *policy,
                                         enum everyuri_address_class from,
                                         enum everyuri_address_class to,
                                         struct everyuri_error *err);

/** Decides whether a command may be sent.  Commands are never truncated.
 *  len: bytes, with the line break. */
enum everyuri_status everyuri_policy_command(const struct everyuri_policy *policy, size_t len,
                                             struct everyuri_error *err);

/** Decides whether a plan may have this many steps. */
enum everyuri_status everyuri_policy_steps(const struct everyuri_policy *policy, size_t n_steps,
                                           struct everyuri_error *err);

/** Decides whether a URI with a password may be used.  Gives a warning if it may.
 *  warning: as in everyuri_policy_port().
 *  Source:  RFC 3986 3.2.1 and 7.5. */
enum everyuri_status everyuri_policy_password(const struct everyuri_policy *policy,
                                              struct everyuri_error *err,
                                              struct everyuri_error *warning);

/* ---- configuration ------------------------------------------------------------------------- */

/** Checks a line of a policy: a keyword and words separated by blanks.  A word that begins with "#"
 *  starts a comment.  docs/policy.md lists the keywords.
 *  line:   without its line break.
 *  Errors: MISSING: an unknown keyword, perhaps one of everyuri_config_read(); err->at is its first
 *          byte.  INVALID: err->at is the wrong word, or the end of the line if a word is missing.
 *  Cost:   linear; allocates nothing. */
enum everyuri_status everyuri_policy_line(const char *line, size_t len, struct everyuri_error *err);

/** Flag of everyuri_policy_read: skip lines with unknown keywords, which other functions read. */
#define EVERYURI_POLICY_AMONG_OTHERS 0x200u

/** Reads a policy.  To add command-line options, append them to the text as further lines
 *  ("allow-port 8125").
 *  text:   lines that end in LF or CR LF; not needed after the call.
 *  flags:  EVERYURI_POLICY_AMONG_OTHERS or 0.
 *  buf:    holds the lists; the policy is valid until the next use of the buffer.
 *  policy: receives the policy.
 *  Errors: those of everyuri_policy_line(), with err->at an offset in the text; TOO_LONG,
 *          OUT_OF_RANGE, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_policy_read(const char *text, size_t len, unsigned flags,
                                          struct everyuri_buf *buf, struct everyuri_policy *policy,
                                          struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
