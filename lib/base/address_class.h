/* address_class.h - ranges of addresses, and the addresses inside of addresses. */
#ifndef EU_BASE_ADDRESS_CLASS_H
#define EU_BASE_ADDRESS_CLASS_H

#include "base/base.h"
#include "everyuri/address.h"

#define EU_EMBEDDED_MAX 2

/** Are the first `bits` bits of both the same?  bits: at most 128. */
bool eu_address_in(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                   const uint8_t prefix[EVERYURI_ADDRESS_SIZE], unsigned bits);

/** The IPv4 addresses that stand in an IPv6 address by a transition mechanism, each as 16 bytes.
 *  Returns: how many; 0 for an address that is IPv4 itself. */
unsigned eu_address_embedded(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                             uint8_t embedded[EU_EMBEDDED_MAX][EVERYURI_ADDRESS_SIZE]);

/** The classes of an address and of those in it: bit n is class n.  PUBLIC only if no other is. */
uint32_t eu_address_classes(const uint8_t address[EVERYURI_ADDRESS_SIZE]);

#endif
