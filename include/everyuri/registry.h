/* registry.h - what is known of each scheme that everyuri handles: its port, its kind, what may be done with it.
 *
 * Ask for a fact instead of comparing a scheme's name: a list of names is wrong as soon as a scheme is added. */
#ifndef EVERYURI_REGISTRY_H
#define EVERYURI_REGISTRY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What kind of URI a scheme has. */
enum everyuri_scheme_kind {
	EVERYURI_KIND_HOST = 0,       /**< //host, and what is there */
	EVERYURI_KIND_OPAQUE = 1,     /**< a name without a host */
	EVERYURI_KIND_LOCAL = 2,      /**< something on this machine */
	EVERYURI_KIND_INTERACTIVE = 3 /**< a session, for a program that the user chooses */
};

/** Bits of everyuri_scheme_info.flags; the first three are RFC 1630's questions to a scheme. */
enum {
	EVERYURI_NAMES_PERSISTENT = 1, /**< a name is not used again for something else */
	EVERYURI_NAMES_UNIQUE = 2,     /**< one name for one object */
	EVERYURI_LOCATION_INDEPENDENT = 4,
	EVERYURI_LISTS = 8,              /**< entries become URIs: everyuri_entry_uri */
	EVERYURI_NO_QUERY = 16,          /**< "?" is data (RFC 1738) */
	EVERYURI_TLS = 32,               /**< TLS from the first byte on */
	EVERYURI_WEB = 64,               /**< HTTP: browsers and HTTP clients fetch it themselves */
	EVERYURI_LINKED = 128,           /**< a page or menu of a server may link to it */
	EVERYURI_DESKTOP = 256,          /**< a desktop can hand its URIs to `everyuri open` */
	EVERYURI_BROWSER_HANDLER = 512,  /**< a web page can register as its handler
	                                     (HTML, registerProtocolHandler) */
	EVERYURI_DIRECTORIES = 1024,     /**< its menus are directories: names, sizes, dates */
	EVERYURI_ITEM_TYPES = 2048,      /**< a path begins with an item type of RFC 1436 */
	EVERYURI_MESSAGE_PARTS = 4096,   /**< it names a part of a message */
	EVERYURI_LOGIN = 8192,           /**< a user and a password in the URI are a login */
	EVERYURI_RESOLVED = 16384,       /**< a configured resolver finds what it names */
	EVERYURI_QUERY_IS_BLOCK = 65536, /**< the query is a block of data for the server */
	EVERYURI_DRAFTS = 32768          /**< it names no object, but a message to write */
};

/** How to find the menu or directory that an object is in. */
enum everyuri_scheme_up {
	EVERYURI_UP_NONE = 0,
	EVERYURI_UP_LEVELS = 1,  /**< up to the last slash of the path */
	EVERYURI_UP_FIRST = 2,   /**< the first segment of the path */
	EVERYURI_UP_SELECTOR = 3 /**< by the selector behind gopher's item type */
};

/** One scheme.  All texts are static.  Later versions may append fields. */
struct everyuri_scheme_info {
	const char *name, *clause;
	const char *scope;      /**< where its names are valid: "world", "message", ... */
	const char *media_type; /**< what the media type is determined by */
	const char *reason;     /**< why it has no plan; NULL: it has one */
	enum everyuri_scheme_kind kind;
	unsigned flags;
	uint16_t port; /**< 0: none */
	enum everyuri_scheme_up up;
	const char *tls_twin;       /**< the same protocol with TLS, or without; NULL: none */
	const char *by_id;          /**< the scheme that names an article by its message-id on the
	                                 same server; NULL: no articles */
	const char *search_mark;    /**< what the words of a search follow; NULL: no search */
	const char *gateway_option; /**< the option of `everyuri serve` that the gateway needs to
	                                 open it; NULL: none */
	const char *page;           /**< its page is docs/schemes/PAGE.md; NULL: none */
};

/** Returns the facts of a scheme (in either case), or NULL if everyuri does not handle it.
 *  Cost: linear in the number of schemes. */
const struct everyuri_scheme_info *everyuri_scheme_find(const char *name, size_t len);

/** Returns the nth scheme, sorted by name, or NULL beyond the end. */
const struct everyuri_scheme_info *everyuri_scheme_nth(size_t n);

#ifdef __cplusplus
}
#endif
#endif
