/* subresource.h - addresses under which a page that others wrote loads its own pictures, styles, sound and film.
 *
 * Such a page is in a sandbox: what it loads is asked for by a stranger (Sec-Fetch-Site: cross-site), whom the
 * guard refuses.  An address of this kind is let through because nobody but this gateway can have written
 * it: it holds a keyed digest of the URI, of what it is to be, and of the hour (THREATS G2). */
#ifndef GATEWAY_SUBRESOURCE_H
#define GATEWAY_SUBRESOURCE_H

#include <everyuri/base.h>

#include <stdint.h>

#define SUBRESOURCE_PATH "/_/within/"
#define SUBRESOURCE_KEY 20        /* bytes */
#define SUBRESOURCE_URI_MAX 4096u /* bytes: a longer one is no part of a page */

enum subresource_kind {
	SUBRESOURCE_NONE,
	SUBRESOURCE_PICTURE,
	SUBRESOURCE_STYLE,
	SUBRESOURCE_MEDIA
};

struct subresource {
	enum subresource_kind kind;
	/* Of a page that came from a public address, or of another scheme, host or port than the page: then
	 * public addresses alone are asked, whatever the configuration allows (THREATS G3). */
	bool outside;
};

/* What stands in front of the URI, percent-encoded: "/_/within/", its kind, the hour, the digest, "/".
 *  hour: since some fixed time.  Returns: false where the URI is too long. */
bool eu_subresource_write(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                          struct subresource subresource, struct everyuri_text uri, char front[80]);

/* Is the path such an address, written in this hour or the one before?
 *  uri: decoded into memory of at least path.len bytes. */
bool eu_subresource_read(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                         struct everyuri_text path, struct subresource *subresource, char *memory,
                         struct everyuri_text *uri);

/* This hour. */
uint32_t eu_subresource_hour(void);

#endif
