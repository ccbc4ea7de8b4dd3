/* subresource.h - addresses from which a foreign page loads its pictures, styles, sound and film.
 *
 * Foreign pages are sandboxed, so their subresource requests count as cross-site (Sec-Fetch-Site:
 * cross-site), which the guard refuses.  It lets these addresses through, because only this gateway
 * can have written them: each holds a keyed digest of the URI, its kind, and the hour
 * (THREATS G2). */
#ifndef GATEWAY_SUBRESOURCE_H
#define GATEWAY_SUBRESOURCE_H

#include <everyuri/base.h>

#include <stdint.h>

#define SUBRESOURCE_PATH "/_/within/"
#define SUBRESOURCE_KEY 20        /* bytes */
#define SUBRESOURCE_URI_MAX 4096u /* bytes; longer URIs are not loaded */

enum subresource_kind {
	SUBRESOURCE_NONE,
	SUBRESOURCE_PICTURE,
	SUBRESOURCE_STYLE,
	SUBRESOURCE_MEDIA
};

struct subresource {
	enum subresource_kind kind;
	/* The page came from a public address, or the URI has another scheme, host or port than the
	 * page.  Then only public addresses may be contacted, whatever the configuration allows
	 * (THREATS G3). */
	bool outside;
};

/* Writes what precedes the percent-encoded URI: "/_/within/", its kind, the hour, the digest, "/".
 * hour: counted from a fixed time.  Returns: false if the URI is too long. */
bool eu_subresource_write(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                          struct subresource subresource, struct everyuri_text uri, char front[80]);

/* Returns whether the path is a valid address, written in this hour or the one before.
 * uri: decoded into `memory`, which must have at least path.len bytes. */
bool eu_subresource_read(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                         struct everyuri_text path, struct subresource *subresource, char *memory,
                         struct everyuri_text *uri);

/* Returns the current hour. */
uint32_t eu_subresource_hour(void);

#endif
