/* object.h - the objects that fetching returns: documents, menus, searchable indexes, sessions.
 *
 * An object is passed to a receiver piece by piece as it arrives; it may be of any size. */
#ifndef EVERYURI_OBJECT_H
#define EVERYURI_OBJECT_H

#include "address.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of object. */
enum everyuri_object_kind {
	EVERYURI_DOCUMENT = 0, /**< bytes with a media type */
	EVERYURI_MENU = 1,     /**< a list of items, with or without URIs */
	EVERYURI_INDEX = 2,    /**< a menu that can be searched for words */
	EVERYURI_SESSION = 3   /**< an interactive session: a program and its arguments */
};

/** Value of an unknown length. */
#define EVERYURI_LENGTH_UNKNOWN UINT64_MAX

/** Properties of an object that are known before its first byte.  A text with data NULL is
 *  unknown. */
struct everyuri_object {
	enum everyuri_object_kind kind;
	struct everyuri_text media_type; /**< such as "text/plain" */
	struct everyuri_text charset;    /**< the charset that the server declares */
	struct everyuri_text language;
	struct everyuri_text title;   /**< title; for an index, its prompt */
	struct everyuri_text program; /**< for a session: the program to run with `arguments`,
	                                   without a shell */
	const struct everyuri_text *arguments;
	size_t n_arguments;
	struct everyuri_text user; /**< for a session: the user name that the URI suggests; the user
	                                types it */
	uint64_t length;           /**< for a document: length in bytes, or
	                                EVERYURI_LENGTH_UNKNOWN */
	bool threaded;             /**< for a menu: whether the items are articles, in the server's
	                                order */
	enum everyuri_address_class address_class; /**< class of the server's address; PUBLIC if the
	                                                library made no connection */
	struct everyuri_text uri; /**< URI of the object, the base of its links; may have a
	                               password */
};

/** Kinds of item. */
enum everyuri_item_kind {
	EVERYURI_ITEM_DOCUMENT = 0,
	EVERYURI_ITEM_MENU = 1,
	EVERYURI_ITEM_INDEX = 2,
	EVERYURI_ITEM_SESSION = 3,
	EVERYURI_ITEM_TEXT = 4,  /**< text for display, which refers to no object */
	EVERYURI_ITEM_ERROR = 5, /**< an error message from the server */
	EVERYURI_ITEM_LINK = 6   /**< a URI whose kind of object is unknown */
};

/** One item of a menu, as the server lists it.  scheme.h makes its URI. */
struct everyuri_item {
	enum everyuri_item_kind kind;
	struct everyuri_text label; /**< text for display; may have any bytes */
	struct everyuri_text type;  /**< the fields from here to `port` are as in everyuri_entry */
	struct everyuri_text selector;
	struct everyuri_text host;
	struct everyuri_text name;
	uint16_t port;
	struct everyuri_text uri; /**< URI that the server gives.  If the server gives none,
	                               everyuri_fetch() makes one if it can; it contains the
	                               password of the requested URI */
	struct everyuri_text media_type;
	uint64_t size;             /**< size in bytes, or EVERYURI_LENGTH_UNKNOWN */
	struct everyuri_text date; /**< a date such as "2026-11-21T17:00:00Z", or the known
	                                beginning of one */
	/* Header fields of an article.  Encoded words (RFC 2047) are not decoded. */
	struct everyuri_text author;
	struct everyuri_text message_id; /**< with its angle brackets */
	struct everyuri_text references; /**< message-ids of earlier articles, the oldest first */
};

/** Callbacks that receive an object.  Each returns false to stop the fetch.  Texts are valid during
 *  the call. */
struct everyuri_receiver {
	void *context;
	bool (*begin)(void *context, const struct everyuri_object *object); /**< called once, before
	                                                                         the others */
	bool (*bytes)(void *context, const char *data, size_t len);         /**< receives bytes of a
	                                                                         document */
	bool (*item)(void *context, const struct everyuri_item *item);      /**< receives an item of
	                                                                         a menu */
};

/** Return the name of a kind in JSON: "document", "menu", ...
 *  Returns: static; "" for an unknown number. */
const char *everyuri_object_kind_name(enum everyuri_object_kind kind);
const char *everyuri_item_kind_name(enum everyuri_item_kind kind);

#ifdef __cplusplus
}
#endif
#endif
