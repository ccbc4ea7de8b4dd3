/* address.h - read IP addresses, and classify them as public, private, loopback and so on.
 *
 * An address is 16 bytes, most significant first.  An IPv4 address is stored as ::ffff:a.b.c.d
 * (RFC 4291 2.5.5.2). */
#ifndef EVERYURI_ADDRESS_H
#define EVERYURI_ADDRESS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EVERYURI_ADDRESS_SIZE 16

/** Classes of addresses, in increasing order of the harm that an untrusted URI with such an address
 *  could do.  An address that embeds other addresses has the greatest of all their classes. */
enum everyuri_address_class {
	EVERYURI_ADDRESS_PUBLIC = 0,
	EVERYURI_ADDRESS_DOCUMENTATION = 1, /**< for use in examples */
	EVERYURI_ADDRESS_BENCHMARK = 2,     /**< for benchmarks of networks */
	EVERYURI_ADDRESS_RESERVED = 3,      /**< reserved for protocols, or not yet assigned */
	EVERYURI_ADDRESS_MULTICAST = 4,
	EVERYURI_ADDRESS_BROADCAST = 5,
	EVERYURI_ADDRESS_SHARED = 6,  /**< shared by a provider and its customers (RFC 6598) */
	EVERYURI_ADDRESS_PRIVATE = 7, /**< private to one site (RFC 1918) */
	EVERYURI_ADDRESS_LINK_LOCAL = 8,
	EVERYURI_ADDRESS_UNSPECIFIED = 9, /**< 0.0.0.0: many systems treat it as loopback */
	EVERYURI_ADDRESS_LOOPBACK = 10,
	EVERYURI_ADDRESS_METADATA =
		11 /**< a cloud's metadata service, which hands out credentials */
};
#define EVERYURI_N_ADDRESS_CLASSES 12

/** Returns the class of an address.  If the address embeds IPv4 addresses (mapped, compatible,
 *  translated, NAT64, 6to4, or the two of Teredo), the greatest class of all of them is returned.
 *  Cost:   constant.
 *  Source: IANA's registries of special-purpose addresses (RFC 6890) and the RFCs that they
 *          name; docs/policy.md lists the ranges. */
enum everyuri_address_class everyuri_address_class(const uint8_t address[EVERYURI_ADDRESS_SIZE]);

/** Returns the name of a class: "link-local", ...
 *  Returns: static; NULL for an unknown number. */
const char *everyuri_address_class_name(enum everyuri_address_class address_class);

/** Finds a class by its name, in upper or lower case.  Errors: MISSING if there is no such name. */
enum everyuri_status everyuri_address_class_find(const char *name, size_t len,
                                                 enum everyuri_address_class *address_class);

/** Returns the standard that defines the range of an address, such as "RFC 1918".
 *  Returns: static, never NULL. */
const char *everyuri_address_source(const uint8_t address[EVERYURI_ADDRESS_SIZE]);

/** Reads an address.
 *  text:    IPv4 as four decimal numbers without leading zeros, or IPv6 without brackets.  A zone
 *           ("%eth0") after the address is ignored.
 *  address: receives the address.
 *  Errors:  MISSING if the text is not an address.
 *  Cost:    linear. */
enum everyuri_status everyuri_address_read(const char *text, size_t len,
                                           uint8_t address[EVERYURI_ADDRESS_SIZE]);

/** Stores the class of a host that is an address.
 *  host:   as in a URI or a plan, but IPv6 without brackets.
 *  Errors: MISSING if the host is a name, which must be resolved first. */
enum everyuri_status everyuri_host_class(const char *host, size_t len,
                                         enum everyuri_address_class *address_class);

/** Returns whether some resolvers read this name as an address: 2130706433, 0x7f.1, 127.1,
 *  017700000001.
 *  Returns: false also for an address in the standard form.
 *  Source:  inet_aton; URL Standard 3.5, "ends in a number" and the IPv4 parser. */
bool everyuri_host_looks_numeric(const char *host, size_t len);

#ifdef __cplusplus
}
#endif
#endif
