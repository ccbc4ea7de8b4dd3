/* ldif.h - converts libcurl's LDAP entries to LDIF (RFC 2849) as they arrive. */
#ifndef EU_NET_LDIF_H
#define EU_NET_LDIF_H

#include "base/base.h"

#define EU_LDIF_NAME 8192 /* longest name of an entry, in bytes */

struct eu_ldif {
	void *context;
	bool (*bytes)(void *context, const char *data, size_t len); /* receives the LDIF; returns
	                                                               false to stop */

	unsigned state;
	bool begun;   /* an entry has begun */
	bool stopped; /* `bytes` returned false */
	bool wrong;   /* the input is malformed */
	char name[EU_LDIF_NAME];
	size_t n_name;
	unsigned char three[3]; /* bytes not yet encoded in base64 */
	size_t n_three;
	char out[1024];
	size_t n_out;
};

/* Converts a chunk.  Returns: false if `bytes` stopped or the input is malformed. */
bool eu_ldif_take(struct eu_ldif *ldif, const char *data, size_t len);

/* Converts one name or value that libcurl passes in a separate call.  It may contain line
 * breaks. */
bool eu_ldif_take_one(struct eu_ldif *ldif, const char *data, size_t len);

/* Returns whether the position is at the end of an entry, or before the first. */
bool eu_ldif_ended(const struct eu_ldif *ldif);

#endif
