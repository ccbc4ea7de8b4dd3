/* finder.h - the state of a search, and declarations shared by the files of this directory.
 *
 * The text passes through a window.  Every question about it is answered NO, YES or MORE.  MORE
 * means that the answer depends on bytes that have not arrived.  Later bytes never change a NO
 * or YES, so the hits do not depend on how the text was split into pieces.  Every question
 * except two looks at a bounded number of bytes.  The other two (where a bare URI ends, where a
 * bracket closes) store their position, so that no byte is read more often than a constant
 * number of times. */
#ifndef EU_FIND_FINDER_H
#define EU_FIND_FINDER_H

#include "base/masks.h"
#include "everyuri/find.h"

/* Limits in bytes on how far one question looks. */
#define EU_FIND_SCHEME_MAX 64     /* longest scheme name; the longest at IANA has 36 */
#define EU_FIND_AUTHORITY_MAX 512 /* user and host; the longest host name has 255 */
#define EU_FIND_REST_MAX 256      /* the start of an opaque URI, which must be plausible */
#define EU_FIND_BLANKS_MAX 256    /* white space after "<" */
#define EU_FIND_BRACE_MAX 128     /* from "[" or "{" in a bare URI to the closing bracket */
#define EU_FIND_LOCAL_MAX 64      /* the local part of a mail address (RFC 5321 4.5.3.1.1) */
#define EU_FIND_BEHIND 96         /* bytes before the current position that stay in the window */
#define EU_FIND_AHEAD 2048        /* more than all questions together look ahead */
#define EU_FIND_PREFIX_MAX 16     /* "http://", "mailto:" */

enum eu_find_verdict { EU_FIND_NO, EU_FIND_YES, EU_FIND_MORE };

/* Classes of US-ASCII bytes; bits of class[]. */
enum {
	EU_FIND_IN_SCHEME = 1,
	EU_FIND_IN_URI = 2,    /* RFC 3986 unreserved, gen-delims, sub-delims and "%" */
	EU_FIND_IN_HOST = 4,   /* allowed in a host name: unreserved and "%" */
	EU_FIND_IN_USER = 8,   /* RFC 3986 userinfo */
	EU_FIND_IN_LOCAL = 16, /* allowed in a mail address in running text */
	EU_FIND_ALNUM = 32,
	EU_FIND_SPACE = 64,
	EU_FIND_TRIGGER = 128 /* the scan stops here and examines the byte */
};

/* Where a byte is allowed, as bits of beside[]. */
enum {
	EU_FIND_BEHIND_COLON = 1, /* after the colon of some scheme */
	EU_FIND_GOES_ON = 2       /* in a bare URI, whatever bytes are next to it */
};

/* The text received so far.  final: no more text will come. */
struct eu_find_view {
	const char *data;
	size_t len;
	bool final;
	const unsigned char *class;
};

#define EU_FIND_END (-1)     /* end of the text */
#define EU_FIND_UNKNOWN (-2) /* end of the window, but not of the text */

/* Returns the byte at i, or END or UNKNOWN. */
static inline int eu_find_at(const struct eu_find_view *view, size_t i)
{
	if (i < view->len)
		return (unsigned char)view->data[i];
	return view->final ? EU_FIND_END : EU_FIND_UNKNOWN;
}

/* Returns whether this byte (or END, or UNKNOWN) is of a class. */
static inline bool eu_find_is(const struct eu_find_view *view, int byte, unsigned class)
{
	return byte >= 0 && (view->class[byte] & class);
}

/* Returns the verdict if matching stopped at this byte: MORE for UNKNOWN, otherwise NO. */
static inline enum eu_find_verdict eu_find_stuck(int byte)
{
	return byte == EU_FIND_UNKNOWN ? EU_FIND_MORE : EU_FIND_NO;
}

/* What is known about the start of a URI. */
struct eu_find_front {
	size_t least; /* the URI extends at least to here, even after trimming */
	size_t body;  /* index where the rest of it begins */
	bool closed;  /* there is no rest: the URI ends at `body` */
};

enum eu_find_state {
	EU_FIND_SEARCH, /* searching: at `i`, no URI or bracket is open */
	EU_FIND_BODY,   /* in a bare URI that begins at `start` */
	EU_FIND_SKIP,   /* in a bare URI that is too long */
	EU_FIND_ANGLE   /* after the "<" at `start` */
};

/* The prefix to add to a URI that was written without its scheme. */
enum eu_find_kind { EU_FIND_PLAIN, EU_FIND_AS_HTTP, EU_FIND_AS_MAILTO };

/* Returns the first index from i on at which a URI may begin, or view->len. */
typedef size_t eu_find_skip_fn(const struct everyuri_finder *finder,
                               const struct eu_find_view *view, size_t i);

struct everyuri_finder {
	struct everyuri_find_options options;
	eu_find_skip_fn *skip;
	everyuri_found_fn *found;
	void *context;
	bool stopped;

	/* data[0 .. len) is ready to be scanned.  It is in the window, or is a long piece of
	 * text in the caller's memory.  In the window, raw bytes that still must be refanged
	 * may follow it.  With REFANG, width[k] is the number of bytes of the original text
	 * that became data[k]. */
	const char *data;
	char *window;
	unsigned char *width;
	size_t len, raw, cap;
	bool final;
	uint64_t base;      /* offset of data[0] in the text, in bytes */
	size_t mark;        /* with REFANG: an index in data whose offset is known */
	uint64_t mark_base; /* with REFANG: offset of data[mark] in the text, in bytes */

	char *uri, *also; /* space for rewritten URIs */

	enum eu_find_state state;
	size_t i;     /* current position of the scan */
	size_t floor; /* end of the last hit; no URI begins before it */
	size_t start, least;
	enum eu_find_kind kind;
	const char *meant; /* name of the scheme if the text writes it differently; or NULL */
	uint32_t depth;    /* number of open "(" in a bare URI */
	bool quoted;       /* the bare URI follows "'" */
	bool glued;        /* the bare URI follows a letter of a script without spaces */

	/* In a bracket: */
	size_t content;  /* index of the first byte after white space and "URL:" */
	bool labelled;   /* the bracket has a "URL:" or "URL=" */
	unsigned breaks; /* line feeds since the last other byte that was not white space */

	unsigned char class[256], beside[256];
	unsigned char endings[512]; /* one bit for each possible ending of a scheme name (skip.c) */
	bool more;                  /* also search for "www." and mail addresses */
};

/* ---- text.c ---- */

/* The effect of a character beyond US-ASCII on a bare URI. */
enum eu_find_char {
	EU_FIND_CHAR_STOP, /* ends the URI: punctuation, space, symbol, invalid UTF-8 */
	EU_FIND_CHAR_LETTER,
	EU_FIND_CHAR_DENSE, /* a letter of a script that is written without spaces */
	EU_FIND_CHAR_UNKNOWN
};

void eu_find_fill_classes(unsigned char class[256], unsigned flags);
enum eu_find_char eu_find_char_at(const struct eu_find_view *view, size_t i, size_t *n_bytes);
bool eu_find_behind_dense(const struct eu_find_view *view, size_t i);
enum eu_find_verdict eu_find_word_at(const struct eu_find_view *view, size_t i, const char *word);
enum eu_find_verdict eu_find_entity_at(const struct eu_find_view *view, size_t i);
enum eu_find_verdict eu_find_list_at(const struct eu_find_view *view, size_t i);
enum eu_find_verdict eu_find_closed_at(const struct eu_find_view *view, size_t i, size_t *end);
size_t eu_find_trimmed(const char *data, size_t least, size_t end);

/* ---- address.c ---- */

enum eu_find_verdict eu_find_authority(const struct eu_find_view *view, size_t at, bool need_host,
                                       struct eu_find_front *front);
enum eu_find_verdict eu_find_www(const struct eu_find_view *view, size_t at,
                                 struct eu_find_front *front);
enum eu_find_verdict eu_find_domain(const struct eu_find_view *view, size_t at, size_t *end);
enum eu_find_verdict eu_find_mail(const struct eu_find_view *view, size_t begin, size_t at,
                                  size_t *end);
size_t eu_find_local_begin(const struct eu_find_view *view, size_t floor, size_t at);

/* ---- scheme.c ---- */

bool eu_find_scheme_known(const struct everyuri_find_options *options, const char *text, size_t len,
                          const char **name);
enum eu_find_verdict eu_find_rest(const struct eu_find_view *view, const char *name, size_t at,
                                  struct eu_find_front *front);

/* ---- skip.c ---- */

/* Returns the function for one kernel, which the processor must support.  All kernels return
 * the same index. */
eu_find_skip_fn *eu_find_skip_by(enum eu_kernel kernel);
void eu_find_fill_beside(struct everyuri_finder *finder);

/* ---- refang.c ---- */

void eu_find_refang(struct everyuri_finder *finder);
const char *eu_find_alias(const char *text, size_t len);

/* ---- angle.c ---- */

enum eu_find_verdict eu_find_angle_opens(struct everyuri_finder *finder,
                                         const struct eu_find_view *view, size_t at);
enum eu_find_verdict eu_find_angle_goes_on(struct everyuri_finder *finder,
                                           const struct eu_find_view *view);
bool eu_find_angle_closed(struct everyuri_finder *finder, const struct eu_find_view *view,
                          size_t close);

/* ---- scan.c, find.c ---- */

void eu_find_scan(struct everyuri_finder *finder);
void eu_find_report(struct everyuri_finder *finder, size_t begin, size_t end,
                    struct everyuri_found hit);

#endif
