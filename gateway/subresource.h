/* subresource.h - addresses from which a foreign page loads its images, style sheets, audio and
 * video.
 *
 * Foreign pages are sandboxed, so a browser marks their requests for subresources as cross-site
 * (Sec-Fetch-Site: cross-site), and the guard refuses cross-site requests.  The guard makes an
 * exception for these addresses, because only this gateway can have written them: each contains a
 * keyed digest of the URI, its kind and the hour (THREATS G2). */
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
	/* Set if the page came from a public address, or if the scheme, host or port of the URI
	 * differs from that of the page.  Then only public addresses may be contacted, whatever the
	 * configuration allows (THREATS G3). */
	bool outside;
};

/* Writes the text before the percent-encoded URI: "/_/within/", the kind, the hour, the digest,
 * "/".
 *
 * hour: from eu_subresource_hour().  Returns: false if the URI is too long. */
bool eu_subresource_write(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                          struct subresource subresource, struct everyuri_text uri, char front[80]);

/* Returns whether the path is a valid address that was written in this hour or the previous one.
 *
 * uri: decoded into `memory`, which must have at least path.len bytes. */
bool eu_subresource_read(const uint8_t key[SUBRESOURCE_KEY], uint32_t hour,
                         struct everyuri_text path, struct subresource *subresource, char *memory,
                         struct everyuri_text *uri);

/* Returns the current hour. */
uint32_t eu_subresource_hour(void);

#endif
