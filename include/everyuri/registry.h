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

/** Kinds of scheme.  They differ in what a URI refers to. */
enum everyuri_scheme_kind {
	EVERYURI_KIND_HOST = 0,       /**< an object on a host, as in //host/... */
	EVERYURI_KIND_OPAQUE = 1,     /**< a name without a host */
	EVERYURI_KIND_LOCAL = 2,      /**< an object on this machine */
	EVERYURI_KIND_INTERACTIVE = 3 /**< a session, for a program that the user chooses */
};

/** Bits of everyuri_scheme_info.flags.  The first three answer questions that RFC 1630 asks about
 *  each scheme. */
enum {
	EVERYURI_NAMES_PERSISTENT = 1, /**< a name is never reused for another object */
	EVERYURI_NAMES_UNIQUE = 2,     /**< each object has one name */
	EVERYURI_LOCATION_INDEPENDENT = 4,
	EVERYURI_LISTS = 8,     /**< servers list entries, and everyuri_entry_uri() makes their
	                             URIs */
	EVERYURI_NO_QUERY = 16, /**< "?" does not begin a query (RFC 1738) */
	EVERYURI_TLS = 32,      /**< uses TLS from the first byte of the connection */
	EVERYURI_WEB = 64,      /**< uses HTTP, so that browsers and HTTP clients can fetch its
	                             objects */
	EVERYURI_LINKED = 128,  /**< a page or menu from a server may link to its URIs */
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
	EVERYURI_UP_FIRST = 2,   /**< keep only the first segment of its path */
	EVERYURI_UP_SELECTOR = 3 /**< for gopher: cut the selector, which follows the item type, at
	                              a slash */
};

/** One scheme.  All texts are static.  Later releases may append fields. */
struct everyuri_scheme_info {
	const char *name, *clause;
	const char *scope;      /**< where names of this scheme are valid: "world", "message",
	                             ... */
	const char *media_type; /**< what determines the media type: "the server", ... */
	const char *reason;     /**< the reason why its URIs have no plan; NULL if they have one */
	enum everyuri_scheme_kind kind;
	unsigned flags;
	uint16_t port; /**< default port; 0 if there is none */
	enum everyuri_scheme_up up;
	const char *tls_twin;       /**< the scheme of the same protocol with TLS or, if this scheme
	                              has TLS, without TLS; NULL if there is none */
	const char *by_id;          /**< the scheme whose URIs name an article on the same server
	                              with its message-id; NULL if there are no articles */
	const char *search_mark;    /**< delimiter before the words of a search; NULL if there is no
	                              search */
	const char *gateway_option; /**< option of `everyuri serve` that the gateway needs to open
	                                 URIs of this scheme; NULL if it needs none */
	const char *page;           /**< name of its page docs/schemes/PAGE.md, or NULL */
};

/** Finds a scheme by its name, in upper or lower case.
 *  Returns: NULL if everyuri does not support the scheme.
 *  Cost:    linear in the number of schemes. */
const struct everyuri_scheme_info *everyuri_scheme_find(const char *name, size_t len);

/** Returns scheme number n in order of name, counting from 0, or NULL if there are fewer
 *  schemes. */
const struct everyuri_scheme_info *everyuri_scheme_nth(size_t n);

#ifdef __cplusplus
}
#endif
#endif
