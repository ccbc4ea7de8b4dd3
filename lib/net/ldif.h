/* ldif.h - entries as libcurl tells them become LDIF (RFC 2849), as they come. */
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
	bool wrong;   /* what came is not what libcurl says */
	char name[EU_LDIF_NAME];
	size_t n_name;
	unsigned char three[3]; /* for base64 */
	size_t n_three;
	char out[1024];
	size_t n_out;
};

/* Take what has come.  Returns: false: no more is wanted, or it was wrong. */
bool eu_ldif_take(struct eu_ldif *ldif, const char *data, size_t len);

/* The same of a name or a value that libcurl writes by itself, and in which line ends are its own. */
bool eu_ldif_take_one(struct eu_ldif *ldif, const char *data, size_t len);

/* Is it at the end of an entry, or has nothing come? */
bool eu_ldif_ended(const struct eu_ldif *ldif);

#endif
