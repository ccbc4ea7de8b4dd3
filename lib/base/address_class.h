/* address_class.h - address ranges, and IPv4 addresses that are embedded in IPv6 addresses. */
#ifndef EU_BASE_ADDRESS_CLASS_H
#define EU_BASE_ADDRESS_CLASS_H

#include "base/base.h"
#include "everyuri/address.h"

#define EU_EMBEDDED_MAX 2

/** Returns whether two addresses have the same first `bits` bits.
 *  bits: at most 128. */
bool eu_address_in(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                   const uint8_t prefix[EVERYURI_ADDRESS_SIZE], unsigned bits);

/** Extracts the IPv4 addresses that a transition mechanism embeds in an IPv6 address.
 *  embedded: receives them, each as ::ffff:a.b.c.d.
 *  Returns:  the number of embedded addresses; 0 if `address` is itself an IPv4 address. */
unsigned eu_address_embedded(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                             uint8_t embedded[EU_EMBEDDED_MAX][EVERYURI_ADDRESS_SIZE]);

/** Returns the classes of an address and of the addresses that it embeds: bit n is set for class n.
 *  The bit of PUBLIC is set only if no other bit is set. */
uint32_t eu_address_classes(const uint8_t address[EVERYURI_ADDRESS_SIZE]);

#endif
