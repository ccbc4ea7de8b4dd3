/* policy.h - what may be touched: schemes, ports, hosts and addresses.  Data and decisions; no
 * network, no name is looked up.
 *
 * Ask before a step is planned, and ask again, with the address that was found, before a
 * connection is made.  `refuse` says no, `only` says no to everything else, and `allow` makes an
 * exception: it wins over every refusal of the same kind, those that are built in included. */
#ifndef EVERYURI_POLICY_H
#define EVERYURI_POLICY_H

#include "address.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bits of everyuri_policy.flags. */
enum {
	EVERYURI_POLICY_NO_PASSWORDS = 1, /**< a URI with a password in it is refused */
	EVERYURI_POLICY_ANY_HOP = 2       /**< a link may lead from a public host anywhere */
};

/** The bit of a class in everyuri_policy.refused_classes. */
#define EVERYURI_POLICY_CLASS(address_class) (UINT32_C(1) << (address_class))
/** Every class but PUBLIC. */
#define EVERYURI_POLICY_NON_PUBLIC                           \
	(((UINT32_C(1) << EVERYURI_N_ADDRESS_CLASSES) - 1) & \
	 ~EVERYURI_POLICY_CLASS(EVERYURI_ADDRESS_PUBLIC))

#define EVERYURI_POLICY_COMMAND 4096 /**< bytes: max_command, where it is 0 */
#define EVERYURI_POLICY_STEPS 1000   /**< max_steps, where it is 0 */

/** Hosts are named by patterns:
 *   - a name, in either case, with or without its final dot: that name alone;
 *   - "*." or "." and a name: every name below that name, but not itself;
 *   - an address, as everyuri_address_read takes it: that address;
 *   - an address, "/" and a number of bits ("10.0.0.0/8", "fd00::/8"): that range;
 *   - "*": every host as it is named, but no address to which a name has led.
 *  A decision that meets a pattern of another form fails with INVALID. */

/** A policy.  All zero is the safe default.  It owns nothing; what it points to must outlive it. */
struct everyuri_policy {
	const uint16_t *allowed_ports, *refused_ports;
	const struct everyuri_text *only_schemes; /**< none: every scheme */
	const struct everyuri_text *refused_schemes;
	const struct everyuri_text *only_hosts; /**< patterns; none: every host */
	const struct everyuri_text *allowed_hosts, *refused_hosts;
	size_t n_allowed_ports, n_refused_ports;
	size_t n_only_schemes, n_refused_schemes;
	size_t n_only_hosts, n_allowed_hosts, n_refused_hosts;
	uint32_t refused_classes; /**< EVERYURI_POLICY_CLASS of each */
	uint32_t flags;
	uint32_t max_command; /**< bytes; 0: EVERYURI_POLICY_COMMAND */
	uint32_t max_steps;   /**< 0: EVERYURI_POLICY_STEPS */
	uint32_t max_items;   /**< of a menu; 0: EVERYURI_ITEMS_MAX (access.h), and of this
	                       *   machine's own directories all */
	uint32_t own_port;    /**< that the program itself listens at, on this machine; 0: none */
	uint32_t reserved[6]; /**< for limits to come; 0 */
};

/* Every decision answers OK or UNSAFE, and never writes err->at but as 0: where the thing stands
 * in the URI is the caller's to say.  err->which is 0, but 1 with INVALID: the policy's own
 * pattern.  Nothing is allocated. */

/** May this scheme be used?  Cost: linear in the lists. */
enum everyuri_status everyuri_policy_scheme(const struct everyuri_policy *policy,
                                            const char *scheme, size_t len,
                                            struct everyuri_error *err);

/** May this port be connected to?  Refused are 0, numbers above 65535, and the ports that the
 *  Fetch standard blocks, but not a scheme's own.  Another known scheme's default port gives a
 *  warning (everyuri_port_scheme says whose).
 *  default_port: of the URI's scheme; 0: it has none.
 *  warning:      set, with the status UNSAFE, where there is something to say; otherwise
 *                untouched; may be NULL.
 *  Source:       Fetch, "Port blocking" (review draft of June 2026); RFC 1738 6. */
enum everyuri_status everyuri_policy_port(const struct everyuri_policy *policy, unsigned port,
                                          unsigned default_port, struct everyuri_error *err,
                                          struct everyuri_error *warning);

/** May a second connection, to a port that the server chose, be made (ftp's data connection)?
 *  Refused are 0 to 1023 and numbers above 65535, and what refused_ports says; its address must
 *  be that of the first connection, which is the caller's to see to. */
enum everyuri_status everyuri_policy_data_port(const struct everyuri_policy *policy, unsigned port,
                                               struct everyuri_error *err);

/** May this host be named?  An address is judged as everyuri_policy_address does, too; a name
 *  is to be judged again by each address that it leads to.
 *  host: decoded, IPv6 without brackets.  Refused in any case: white space, control characters,
 *        "/" and "\" and "@" in it, and "-" in front, which a program that is started with it
 *        would take for an option.  Empty: there is no host to connect to, which is OK unless
 *        only_hosts is set.
 *  Cost: linear in len times the number of patterns. */
enum everyuri_status everyuri_policy_host(const struct everyuri_policy *policy, const char *host,
                                          size_t len, struct everyuri_error *err);

/** May this address be connected to?  refused_hosts and refused_classes count, for each address
 *  that stands in it too (a NAT64 form of 10.0.0.1 is in 10.0.0.0/8); an address or range of
 *  allowed_hosts excepts what is written as it says, and no form of it.  only_hosts is about
 *  how the URI names its host, and not asked here. */
enum everyuri_status everyuri_policy_address(const struct everyuri_policy *policy,
                                             const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                             struct everyuri_error *err);

/** Is this not where the program itself listens (own_port of 127.0.0.1 and ::1), so that it would ask
 *  itself without end?  Nothing allows that. */
enum everyuri_status everyuri_policy_own(const struct everyuri_policy *policy,
                                         const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                         unsigned port, struct everyuri_error *err);

/** May something from a host of one class (a redirect, a link of a menu, a reference) lead on to
 *  one of another?  Not from public to any other, and from nowhere else to metadata. */
enum everyuri_status everyuri_policy_hop(const struct everyuri_policy *policy,
                                         enum everyuri_address_class from,
                                         enum everyuri_address_class to,
                                         struct everyuri_error *err);

/** May a command of this many bytes be sent, its line end included?  It is never cut instead. */
enum everyuri_status everyuri_policy_command(const struct everyuri_policy *policy, size_t len,
                                             struct everyuri_error *err);

/** May a plan have this many steps? */
enum everyuri_status everyuri_policy_steps(const struct everyuri_policy *policy, size_t n_steps,
                                           struct everyuri_error *err);

/** May a URI with a password in it be carried out?  If so, there is a warning, as above.
 *  Source: RFC 3986 3.2.1 and 7.5. */
enum everyuri_status everyuri_policy_password(const struct everyuri_policy *policy,
                                              struct everyuri_error *err,
                                              struct everyuri_error *warning);

/* ---- configuration ------------------------------------------------------------------------- */

/** Is this line, without its line end, one of a policy?  A keyword and words, with blanks between
 *  them; "#" in front of a word begins a comment.  docs/policy.md lists the keywords.
 *  Errors: MISSING: the keyword is none of a policy's, at its first byte, so that another reader
 *          may be asked; INVALID: at the word that is wrong, or at the end where one is missing.
 *  Cost:   linear.  Nothing is allocated. */
enum everyuri_status everyuri_policy_line(const char *line, size_t len, struct everyuri_error *err);

/** For the flags of everyuri_policy_read: lines whose keyword is none of a policy's are passed
 *  over; they are another reader's. */
#define EVERYURI_POLICY_AMONG_OTHERS 0x200u

/** Read a policy.  What a command line says can be read with it: put behind the text as lines
 *  of the same form ("allow-port 8125").
 *  text:   lines; CR LF is a line end too.  Not needed afterwards.
 *  buf:    holds the lists; the policy is valid until its next use.
 *  Errors: as everyuri_policy_line, at bytes of the text; TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear. */
enum everyuri_status everyuri_policy_read(const char *text, size_t len, unsigned flags,
                                          struct everyuri_buf *buf, struct everyuri_policy *policy,
                                          struct everyuri_error *err);

#ifdef __cplusplus
}
#endif
#endif
