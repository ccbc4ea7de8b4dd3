/* object.h - what access yields: a document, a menu, an index that can be searched, or a session.
 *
 * An object is told to a receiver as it comes, piece by piece, so that its size does not matter. */
#ifndef EVERYURI_OBJECT_H
#define EVERYURI_OBJECT_H

#include "address.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum everyuri_object_kind {
	EVERYURI_DOCUMENT = 0, /**< bytes of a media type */
	EVERYURI_MENU = 1,     /**< items, each with a URI of its own or none */
	EVERYURI_INDEX = 2,    /**< a menu, and the words by which it can be searched */
	EVERYURI_SESSION = 3   /**< interactive: a program and its arguments */
};

/** A length that is not known. */
#define EVERYURI_LENGTH_UNKNOWN UINT64_MAX

/** What is known of an object before its first byte.  A text with data NULL is not known. */
struct everyuri_object {
	enum everyuri_object_kind kind;
	struct everyuri_text media_type; /**< "text/plain" */
	struct everyuri_text charset;    /**< as the server says it */
	struct everyuri_text language;
	struct everyuri_text title;   /**< of an index: what it asks for */
	struct everyuri_text program; /**< of a session; run with these arguments and no shell */
	const struct everyuri_text *arguments;
	size_t n_arguments;
	struct everyuri_text user; /**< of a session: advice, for the user to type */
	uint64_t length;           /**< bytes of a document, or LENGTH_UNKNOWN */
	bool threaded;             /**< of a menu: its items are articles, in the server's order */
	enum everyuri_address_class address_class; /**< where it came from; PUBLIC also where no
	                                                address was connected to by us */
	struct everyuri_text uri; /**< its official one, the base of its links, where that is known;
	                                it may hold a password */
};

enum everyuri_item_kind {
	EVERYURI_ITEM_DOCUMENT = 0,
	EVERYURI_ITEM_MENU = 1,
	EVERYURI_ITEM_INDEX = 2,
	EVERYURI_ITEM_SESSION = 3,
	EVERYURI_ITEM_TEXT = 4,  /**< words between the others: no object */
	EVERYURI_ITEM_ERROR = 5, /**< the server's words for what went wrong */
	EVERYURI_ITEM_LINK = 6   /**< it has a URI, and nothing is known of what is there */
};

/** One item of a menu, in the words of its server; scheme.h makes its URI of them. */
struct everyuri_item {
	enum everyuri_item_kind kind;
	struct everyuri_text label; /**< for people; any bytes */
	struct everyuri_text type;  /**< as everyuri_entry has them */
	struct everyuri_text selector;
	struct everyuri_text host;
	struct everyuri_text name;
	uint16_t port;
	struct everyuri_text
		uri; /**< where the server itself gives one; of everyuri_fetch wherever one
	                               can be made, and then with the password of what was asked for */
	struct everyuri_text media_type;
	uint64_t size;             /**< bytes, or LENGTH_UNKNOWN */
	struct everyuri_text date; /**< "2026-11-21T17:00:00Z", or as much of it as is known */
	/* Of an article, as its header has them: RFC 2047's words are not decoded. */
	struct everyuri_text author;
	struct everyuri_text message_id; /**< with its angle brackets */
	struct everyuri_text references; /**< message-ids of what it follows, the oldest first */
};

/** Whom an object is told to.  Each call returns false to stop; its texts live until it returns. */
struct everyuri_receiver {
	void *context;
	bool (*begin)(void *context, const struct everyuri_object *object); /**< once, first */
	bool (*bytes)(void *context, const char *data, size_t len);         /**< of a document */
	bool (*item)(void *context, const struct everyuri_item *item);      /**< of a menu */
};

/** "document", "menu", ...: the names in JSON.  Returns: static; "" for no such number. */
const char *everyuri_object_kind_name(enum everyuri_object_kind kind);
const char *everyuri_item_kind_name(enum everyuri_item_kind kind);

#ifdef __cplusplus
}
#endif
#endif
