/* finder.h - a search under way, and what the files of this room share.
 *
 * The text passes through a window.  Every question about it is answered NO, YES or
 * MORE: the answer depends on bytes that are not there yet.  What was answered NO or
 * YES never changes with later bytes, so the hits do not depend on how the text was
 * cut into pieces.  Every question but two looks at a bounded number of bytes; the
 * two that do not (how far a bare URI goes, where a bracket closes) keep their
 * place, so that no byte is read more often than a constant number of times. */
#ifndef EU_FIND_FINDER_H
#define EU_FIND_FINDER_H

#include "base/masks.h"
#include "everyuri/find.h"

/* Bytes, each a bound on how far one question looks. */
#define EU_FIND_SCHEME_MAX 64     /* longest scheme name; IANA's longest has 36 */
#define EU_FIND_AUTHORITY_MAX 512 /* user and host; a host name has at most 255 */
#define EU_FIND_REST_MAX 256      /* the part of an opaque URI that makes it plausible */
#define EU_FIND_BLANKS_MAX 256    /* white space behind "<" */
#define EU_FIND_BRACE_MAX 128     /* from "[" or "{" to what closes it, in a bare URI */
#define EU_FIND_LOCAL_MAX 64      /* the local part of a mail address (RFC 5321 4.5.3.1.1) */
#define EU_FIND_BEHIND 96         /* what stays in the window in front of the walk */
#define EU_FIND_AHEAD 2048        /* more than the sum of what any question looks at */
#define EU_FIND_PREFIX_MAX 16     /* "http://", "mailto:" */

enum eu_find_verdict { EU_FIND_NO, EU_FIND_YES, EU_FIND_MORE };

/* What a byte of US-ASCII may be part of; bits of class[]. */
enum {
	EU_FIND_IN_SCHEME = 1,
	EU_FIND_IN_URI = 2,    /* unreserved, gen-delims, sub-delims and "%" of RFC 3986 */
	EU_FIND_IN_HOST = 4,   /* of a name: unreserved and "%" */
	EU_FIND_IN_USER = 8,   /* RFC 3986 userinfo */
	EU_FIND_IN_LOCAL = 16, /* of a mail address in running text */
	EU_FIND_ALNUM = 32,
	EU_FIND_SPACE = 64,
	EU_FIND_TRIGGER = 128 /* the walk stops to look */
};

/* Where a byte may stand; bits of beside[]. */
enum {
	EU_FIND_BEHIND_COLON = 1, /* some scheme's URIs go on with it */
	EU_FIND_GOES_ON = 2       /* in a bare URI, whatever stands around it */
};

/* The text as far as it is known.  final: there is no more. */
struct eu_find_view {
	const char *data;
	size_t len;
	bool final;
	const unsigned char *class;
};

#define EU_FIND_END (-1)     /* the text is over */
#define EU_FIND_UNKNOWN (-2) /* it is not, but the window is */

/* The byte at i, or one of the above. */
static inline int eu_find_at(const struct eu_find_view *view, size_t i)
{
	if (i < view->len)
		return (unsigned char)view->data[i];
	return view->final ? EU_FIND_END : EU_FIND_UNKNOWN;
}

/* Is this byte (or END, or UNKNOWN) of a class? */
static inline bool eu_find_is(const struct eu_find_view *view, int byte, unsigned class)
{
	return byte >= 0 && (view->class[byte] & class);
}

/* The verdict of a look that met a byte it cannot go on with. */
static inline enum eu_find_verdict eu_find_stuck(int byte)
{
	return byte == EU_FIND_UNKNOWN ? EU_FIND_MORE : EU_FIND_NO;
}

/* What was learnt of a URI's front. */
struct eu_find_front {
	size_t least; /* the URI reaches at least to here, whatever is trimmed */
	size_t body;  /* here the rest of it begins ... */
	bool closed;  /* ... or there is none, and it ends here */
};

enum eu_find_state {
	EU_FIND_SEARCH, /* at `i`, nothing open */
	EU_FIND_BODY,   /* in a bare URI that began at `start` */
	EU_FIND_SKIP,   /* in one that is too long */
	EU_FIND_ANGLE   /* behind "<" at `start` */
};

/* What is put in front of a URI that came without its scheme. */
enum eu_find_kind { EU_FIND_PLAIN, EU_FIND_AS_HTTP, EU_FIND_AS_MAILTO };

/* On from i to the first byte at which a URI may begin, or to view->len. */
typedef size_t eu_find_skip_fn(const struct everyuri_finder *finder,
                               const struct eu_find_view *view, size_t i);

struct everyuri_finder {
	struct everyuri_find_options options;
	eu_find_skip_fn *skip;
	everyuri_found_fn *found;
	void *context;
	bool stopped;

	/* data[0 .. len) is ready to be read; it is the window's, or a long piece of text where
	 * the caller has it.  In the window raw bytes behind it wait to be refanged.  With
	 * REFANG width[k] is how many bytes of the text data[k] stands for. */
	const char *data;
	char *window;
	unsigned char *width;
	size_t len, raw, cap;
	bool final;
	uint64_t base;      /* bytes of the text in front of data[0] */
	size_t mark;        /* with REFANG: an index ... */
	uint64_t mark_base; /* ... and the bytes of the text in front of it */

	char *uri, *also; /* room for what has to be put together */

	enum eu_find_state state;
	size_t i;     /* the walk has come to here */
	size_t floor; /* the last hit ended here: nothing reaches back over it */
	size_t start, least;
	enum eu_find_kind kind;
	const char *meant; /* the scheme's name where another stands in the text, or NULL */
	uint32_t depth;    /* of "(" in a bare URI */
	bool quoted;       /* a bare URI behind "'" */
	bool glued;        /* a bare URI behind a script that is written without spaces */

	/* In a bracket. */
	size_t content;  /* index of its first byte behind white space and "URL:" */
	bool labelled;   /* there is a "URL:" or "URL=" */
	unsigned breaks; /* line feeds since the last byte that was no white space */

	unsigned char class[256], beside[256];
	unsigned char endings[512]; /* a bit for each that a scheme's name may have (skip.c) */
	bool more;                  /* "www." or mail is looked for */
};

/* ---- text.c ---- */

/* What a character outside of US-ASCII does to a bare URI. */
enum eu_find_char {
	EU_FIND_CHAR_STOP, /* ends it: punctuation, space, symbol, not UTF-8 */
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

/* Any kernel finds the same; the processor must have it. */
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
