/* address.h - IP addresses: text to 16 bytes, and what kind of place an address leads to.
 *
 * An address is 16 bytes, most significant first; an IPv4 address stands in them as
 * ::ffff:a.b.c.d (RFC 4291 2.5.5.2). */
#ifndef EVERYURI_ADDRESS_H
#define EVERYURI_ADDRESS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_ADDRESS_SIZE 16

/** Where an address leads.  The greater the number, the less it is for strangers to say who goes
 *  there: of the addresses that one address holds, the greatest counts. */
enum everyuri_address_class {
	EVERYURI_ADDRESS_PUBLIC = 0,
	EVERYURI_ADDRESS_DOCUMENTATION = 1, /**< for examples only */
	EVERYURI_ADDRESS_BENCHMARK = 2,     /**< test networks */
	EVERYURI_ADDRESS_RESERVED = 3,      /**< for protocols, or given to nobody yet */
	EVERYURI_ADDRESS_MULTICAST = 4,
	EVERYURI_ADDRESS_BROADCAST = 5,
	EVERYURI_ADDRESS_SHARED = 6,  /**< between a provider and its customers (RFC 6598) */
	EVERYURI_ADDRESS_PRIVATE = 7, /**< of one site */
	EVERYURI_ADDRESS_LINK_LOCAL = 8,
	EVERYURI_ADDRESS_UNSPECIFIED = 9, /**< 0.0.0.0: many systems take it for themselves */
	EVERYURI_ADDRESS_LOOPBACK = 10,
	EVERYURI_ADDRESS_METADATA = 11 /**< a machine's own credentials, in a cloud */
};
#define EVERYURI_N_ADDRESS_CLASSES 12

/** The class of an address: of what is written, and of every IPv4 address in it (mapped,
 *  compatible, translated, NAT64, 6to4, both of Teredo).
 *  Cost:   constant.
 *  Source: the IANA registries of special-purpose addresses (RFC 6890) and the RFCs that they
 *          name; docs/policy.md lists the ranges. */
enum everyuri_address_class everyuri_address_class(const uint8_t address[EVERYURI_ADDRESS_SIZE]);

/** The name of a class, lower case, a hyphen between words.  Returns: static; NULL for none. */
const char *everyuri_address_class_name(enum everyuri_address_class address_class);

/** The class of that name (in either case).  Errors: MISSING. */
enum everyuri_status everyuri_address_class_find(const char *name, size_t len,
                                                 enum everyuri_address_class *address_class);

/** Where the range stands in the standards by which an address has its class, as far as it is
 *  written: "RFC 1918".  Returns: static, never NULL. */
const char *everyuri_address_source(const uint8_t address[EVERYURI_ADDRESS_SIZE]);

/** Read an address: IPv4 as four decimal numbers without zeros in front, or IPv6 without
 *  brackets; a zone ("%eth0") may stand behind it, and is not part of the address.
 *  Errors: MISSING: this is a name.  Cost: linear. */
enum everyuri_status everyuri_address_read(const char *text, size_t len,
                                           uint8_t address[EVERYURI_ADDRESS_SIZE]);

/** The class of a host as a URI or a plan names it, IPv6 without brackets.
 *  Errors: MISSING: a name; only its resolution can tell. */
enum everyuri_status everyuri_host_class(const char *host, size_t len,
                                         enum everyuri_address_class *address_class);

/** Is this no address, but a name that some resolvers read as one: 2130706433, 0x7f.1, 127.1,
 *  017700000001?
 *  Source: inet_aton; URL Standard 3.5, "ends in a number" and the IPv4 parser. */
bool everyuri_host_looks_numeric(const char *host, size_t len);

#ifdef __cplusplus
}
#endif
#endif
