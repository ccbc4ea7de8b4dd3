/* ldif.h - converts libcurl's LDAP entries to LDIF (RFC 2849) as they arrive. */
#ifndef EU_NET_LDIF_H
#define EU_NET_LDIF_H

#include "base/base.h"

#define EU_LDIF_NAME 8192 /* bytes: the longest name of an entry */

struct eu_ldif {
	void *context;
	bool (*bytes)(void *context, const char *data, size_t len); /* false: stop */

	unsigned state;
	bool begun;   /* there was an entry */
	bool stopped; /* by `bytes` */
	bool wrong;   /* malformed input */
	char name[EU_LDIF_NAME];
	size_t n_name;
	unsigned char three[3]; /* for base64 */
	size_t n_three;
	char out[1024];
	size_t n_out;
};

/* Converts a chunk.  Returns: false: `bytes` stopped, or the input is malformed. */
bool eu_ldif_take(struct eu_ldif *ldif, const char *data, size_t len);

/* Converts one name or value that libcurl passes in a call of its own; it may
 * contain line breaks. */
bool eu_ldif_take_one(struct eu_ldif *ldif, const char *data, size_t len);

/* Is it at the end of an entry, or before the first? */
bool eu_ldif_ended(const struct eu_ldif *ldif);

#endif
