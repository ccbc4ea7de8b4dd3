/* finder.h - the state of a search, and declarations that the files of this directory share.
 *
 * The text passes through a window.  Every question about it is answered NO, YES or MORE: the
 * answer depends on bytes that have not arrived.  Later bytes never change a NO or YES, so the
 * hits do not depend on how the text was cut into pieces.  Every question except two looks at a
 * bounded number of bytes.  The other two (how far a bare URI goes, where a bracket closes)
 * keep their position, so that no byte is read more often than a constant number of times. */
#ifndef EU_FIND_FINDER_H
#define EU_FIND_FINDER_H

#include "base/masks.h"
#include "everyuri/find.h"

/* Limits, in bytes: how far one question looks. */
#define EU_FIND_SCHEME_MAX 64     /* longest scheme name; IANA's longest has 36 */
#define EU_FIND_AUTHORITY_MAX 512 /* user and host; a host name has at most 255 */
#define EU_FIND_REST_MAX 256      /* the part of an opaque URI that makes it plausible */
#define EU_FIND_BLANKS_MAX 256    /* white space after "<" */
#define EU_FIND_BRACE_MAX 128     /* from "[" or "{" to its closing bracket, in a bare URI */
#define EU_FIND_LOCAL_MAX 64      /* the local part of a mail address (RFC 5321 4.5.3.1.1) */
#define EU_FIND_BEHIND 96         /* kept in the window before the current position */
#define EU_FIND_AHEAD 2048        /* more than the sum of what all questions look at */
#define EU_FIND_PREFIX_MAX 16     /* "http://", "mailto:" */

enum eu_find_verdict { EU_FIND_NO, EU_FIND_YES, EU_FIND_MORE };

/* Classes of US-ASCII bytes; bits of class[]. */
enum {
	EU_FIND_IN_SCHEME = 1,
	EU_FIND_IN_URI = 2,    /* unreserved, gen-delims, sub-delims and "%" of RFC 3986 */
	EU_FIND_IN_HOST = 4,   /* in a host name: unreserved and "%" */
	EU_FIND_IN_USER = 8,   /* RFC 3986 userinfo */
	EU_FIND_IN_LOCAL = 16, /* in a mail address in running text */
	EU_FIND_ALNUM = 32,
	EU_FIND_SPACE = 64,
	EU_FIND_TRIGGER = 128 /* the walk stops and examines it */
};

/* Where a byte is allowed; bits of beside[]. */
enum {
	EU_FIND_BEHIND_COLON = 1, /* after the colon of some scheme */
	EU_FIND_GOES_ON = 2       /* in a bare URI, whatever its neighbours */
};

/* The text received so far.  final: no more will come. */
struct eu_find_view {
	const char *data;
	size_t len;
	bool final;
	const unsigned char *class;
};

#define EU_FIND_END (-1)     /* end of the text */
#define EU_FIND_UNKNOWN (-2) /* end of the window, but not of the text */

/* Returns the byte at i, or one of the above. */
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

/* Returns the verdict when this byte stops a look: MORE for UNKNOWN, else NO. */
static inline enum eu_find_verdict eu_find_stuck(int byte)
{
	return byte == EU_FIND_UNKNOWN ? EU_FIND_MORE : EU_FIND_NO;
}

/* What is known about the beginning of a URI. */
struct eu_find_front {
	size_t least; /* the URI extends at least to here, whatever is trimmed */
	size_t body;  /* index where the rest of it begins ... */
	bool closed;  /* ... or the URI ends here, without a rest */
};

enum eu_find_state {
	EU_FIND_SEARCH, /* at `i`, nothing is open */
	EU_FIND_BODY,   /* in a bare URI that began at `start` */
	EU_FIND_SKIP,   /* in a bare URI that is too long */
	EU_FIND_ANGLE   /* after the "<" at `start` */
};

/* The prefix of a URI that was written without its scheme. */
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

	/* data[0 .. len) is ready to be read: the window, or a long piece of text in the
	 * caller's memory.  In the window, raw bytes after it wait to be refanged.  With
	 * REFANG, width[k] is how many bytes of the text became data[k]. */
	const char *data;
	char *window;
	unsigned char *width;
	size_t len, raw, cap;
	bool final;
	uint64_t base;      /* bytes of the text before data[0] */
	size_t mark;        /* with REFANG: an index ... */
	uint64_t mark_base; /* ... and the bytes of the text before it */

	char *uri, *also; /* space for rewritten URIs */

	enum eu_find_state state;
	size_t i;     /* current position of the walk */
	size_t floor; /* end of the last hit: a URI must not begin before it */
	size_t start, least;
	enum eu_find_kind kind;
	const char *meant; /* the scheme's name if the text writes it differently, or NULL */
	uint32_t depth;    /* open "(" in a bare URI */
	bool quoted;       /* a bare URI after "'" */
	bool glued;        /* a bare URI after a letter of a script that is written without spaces */

	/* In a bracket. */
	size_t content;  /* index of its first byte after white space and "URL:" */
	bool labelled;   /* it has a "URL:" or "URL=" */
	unsigned breaks; /* line feeds since the last byte that was not white space */

	unsigned char class[256], beside[256];
	unsigned char endings[512]; /* one bit for each ending that a scheme name may have (skip.c) */
	bool more;                  /* search for "www." and mail too */
};

/* ---- text.c ---- */

/* Effect of a character beyond US-ASCII on a bare URI. */
enum eu_find_char {
	EU_FIND_CHAR_STOP, /* ends it: punctuation, space, symbol, invalid UTF-8 */
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

/* All kernels return the same index; the processor must support this one. */
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
