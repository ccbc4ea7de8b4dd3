/* registry.h - the facts about each scheme that everyuri supports: its port, its kind, its features.
 *
 * Test a flag instead of comparing the scheme's name: a list of names becomes wrong when a scheme is
 * added. */
#ifndef EVERYURI_REGISTRY_H
#define EVERYURI_REGISTRY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of scheme, by what their URIs refer to. */
enum everyuri_scheme_kind {
	EVERYURI_KIND_HOST = 0,       /**< an object on a host: //host/... */
	EVERYURI_KIND_OPAQUE = 1,     /**< a name without a host */
	EVERYURI_KIND_LOCAL = 2,      /**< an object on this machine */
	EVERYURI_KIND_INTERACTIVE = 3 /**< a session, for a program that the user chooses */
};

/** Bits of everyuri_scheme_info.flags.  The first three answer RFC 1630's questions about a scheme. */
enum {
	EVERYURI_NAMES_PERSISTENT = 1, /**< a name is never reused for another object */
	EVERYURI_NAMES_UNIQUE = 2,     /**< each object has one name */
	EVERYURI_LOCATION_INDEPENDENT = 4,
	EVERYURI_LISTS = 8,     /**< can list entries, of which everyuri_entry_uri() makes URIs */
	EVERYURI_NO_QUERY = 16, /**< "?" is data (RFC 1738) */
	EVERYURI_TLS = 32,      /**< TLS from the first byte of the connection */
	EVERYURI_WEB = 64,      /**< HTTP: browsers and HTTP clients can fetch it */
	EVERYURI_LINKED = 128,  /**< a page or menu of a server may link to it */
	EVERYURI_DESKTOP = 256, /**< a desktop can open its URIs with `everyuri open` */
	EVERYURI_BROWSER_HANDLER = 512,  /**< a web page can register as its handler
	                                     (HTML, registerProtocolHandler) */
	EVERYURI_DIRECTORIES = 1024,     /**< its menus are directories: names, sizes, dates */
	EVERYURI_ITEM_TYPES = 2048,      /**< a path begins with an item type of RFC 1436 */
	EVERYURI_MESSAGE_PARTS = 4096,   /**< a URI can name a part of a message */
	EVERYURI_LOGIN = 8192,           /**< the user and password in a URI are a login */
	EVERYURI_RESOLVED = 16384,       /**< a configured resolver finds the object */
	EVERYURI_QUERY_IS_BLOCK = 65536, /**< the query is a block of data for the server */
	EVERYURI_DRAFTS = 32768          /**< a URI is the draft of a message, not an object */
};

/** How to find the menu or directory that contains an object. */
enum everyuri_scheme_up {
	EVERYURI_UP_NONE = 0,
	EVERYURI_UP_LEVELS = 1,  /**< cut the path at its last slash */
	EVERYURI_UP_FIRST = 2,   /**< keep only the first segment of the path */
	EVERYURI_UP_SELECTOR = 3 /**< gopher: cut the selector (after the item type) at a slash */
};

/** One scheme.  All texts are static.  Later releases may append fields. */
struct everyuri_scheme_info {
	const char *name, *clause;
	const char *scope;      /**< where its names are valid: "world", "message", ... */
	const char *media_type; /**< what determines the media type: "the server", ... */
	const char *reason;     /**< why its URIs have no plan; NULL: they have one */
	enum everyuri_scheme_kind kind;
	unsigned flags;
	uint16_t port; /**< 0: none */
	enum everyuri_scheme_up up;
	const char *tls_twin;    /**< scheme of the same protocol with TLS or, if this one has TLS,
	                                 without; NULL: none */
	const char *by_id;       /**< scheme that names an article of the same server by its
	                                 message-id; NULL: no articles */
	const char *search_mark; /**< delimiter before the words of a search; NULL: no search */
	const char *gateway_option; /**< option of `everyuri serve` without which the gateway does
	                                 not open its URIs; NULL: none */
	const char *page;           /**< name of its page, docs/schemes/PAGE.md; NULL: none */
};

/** Finds a scheme by its name, in upper or lower case.
 *  Returns: NULL if everyuri does not support the scheme.
 *  Cost:    linear in the number of schemes. */
const struct everyuri_scheme_info *everyuri_scheme_find(const char *name, size_t len);

/** Returns scheme n, in order of name, counting from 0; NULL if there are not that many. */
const struct everyuri_scheme_info *everyuri_scheme_nth(size_t n);

#ifdef __cplusplus
}
#endif
#endif
