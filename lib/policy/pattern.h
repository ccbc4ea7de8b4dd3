/* pattern.h - host patterns of a policy. */
#ifndef EU_POLICY_PATTERN_H
#define EU_POLICY_PATTERN_H

#include "base/base.h"
#include "everyuri/address.h"
#include "everyuri/policy.h"

enum eu_policy_pattern_kind {
	EU_POLICY_NO_PATTERN,
	EU_POLICY_ANY,
	EU_POLICY_NAME,
	EU_POLICY_BELOW, /* matches every name below this one */
	EU_POLICY_RANGE
};

struct eu_policy_pattern {
	enum eu_policy_pattern_kind kind;
	struct everyuri_text name; /* for NAME and BELOW: the name, without a final dot */
	unsigned bits;             /* for RANGE: number of bits */
	uint8_t prefix[EVERYURI_ADDRESS_SIZE];
};

/** Reads a pattern.  Returns kind NO_PATTERN if it is invalid. */
struct eu_policy_pattern eu_policy_pattern_read(struct everyuri_text text);

/** A host, prepared for matching. */
struct eu_policy_host {
	struct everyuri_text name; /* the name, without a final dot */
	bool is_address;
	bool is_resolved; /* true if this is an address to which a name was resolved */
	uint8_t address[EVERYURI_ADDRESS_SIZE];
};

struct eu_policy_host eu_policy_host_of(const char *host, size_t len);

/** Returns whether the pattern matches this host.  ANY matches only the host as written, not a
 *  resolved address.  So with "refuse *, allow www.example.org", the address of www.example.org
 *  stays allowed. */
bool eu_policy_pattern_matches(const struct eu_policy_pattern *pattern,
                               const struct eu_policy_host *host);

/** Returns whether the text is a whole number, at most `max`.  Leading zeros are allowed. */
bool eu_policy_number(const char *text, size_t len, uint32_t max, uint32_t *number);

#endif
