/* iri.h - IRIs: to URIs and back, and what would confuse the eye in them.
 *
 * Source: RFC 3987.  IRIs are in UTF-8, and are not brought into NFC by any call here (3.1,
 * step 1c; 5.3.2.2). */
#ifndef EVERYURI_IRI_H
#define EVERYURI_IRI_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** For the flags of everyuri_iri_to_uri: percent-encode the host like all else. */
#define EVERYURI_IRI_ENCODE_HOST 0x40u

/** An IRI, or a partial form of one, as a URI.
 *  iri:    read by rfc3987; a record of another standard is INVALID.
 *  flags:  0: a host with characters beyond US-ASCII becomes what the DNS is asked for
 *          (everyuri_idna_to_ascii), if it can, and is percent-encoded otherwise, or if
 *          escapes stand in it; or EVERYURI_IRI_ENCODE_HOST.
 *  Result: in buf, US-ASCII, valid under rfc3986.  A URI stays as it is.
 *  Errors: INVALID, TOO_LONG, NO_SPACE, NO_MEMORY.  Cost: linear.
 *  Source: RFC 3987 3.1. */
enum everyuri_status everyuri_iri_to_uri(const struct everyuri_uri *iri, unsigned flags,
                                         struct everyuri_buf *buf, struct everyuri_error *err);

/** A URI, or a partial form of one, as an IRI, as far as the way back is safe.
 *  uri:    read by rfc3986 or rfc3987.
 *  Result: in buf, valid under rfc3987.  Escapes stay that are not UTF-8, or that stand for
 *          reserved characters, for what no URI holds raw, for what is not a ucschar, and
 *          for bidirectional controls; and so do all in a host with characters beyond US-ASCII,
 *          and labels of a host that begin with "xn--".
 *  Errors: INVALID (a zone identifier has no place in an IRI), TOO_LONG, NO_SPACE,
 *          NO_MEMORY.  Cost: linear.
 *  Source: RFC 3987 3.2. */
enum everyuri_status everyuri_uri_to_iri(const struct everyuri_uri *uri, struct everyuri_buf *buf,
                                         struct everyuri_error *err);

/** What in an IRI may be shown otherwise than it is written. */
enum everyuri_iri_bidi_rule {
	EVERYURI_BIDI_CONTROL = 0, /**< a bidirectional control, which no IRI may hold (4.1) */
	EVERYURI_BIDI_MIXED = 1,   /**< right-to-left and left-to-right in one component (4.2) */
	EVERYURI_BIDI_ENDS = 2     /**< a component with right-to-left characters that does not
	                                begin and end with one (4.2) */
};

/** One warning. */
struct everyuri_iri_bidi_warning {
	enum everyuri_iri_bidi_rule rule;
	struct everyuri_span at; /**< of the IRI's text: the control, or the component */
	const char *clause, *message;
};

/** Is called for each, in order of rule and place.  Returns: false to stop. */
typedef bool everyuri_iri_bidi_fn(void *context, const struct everyuri_iri_bidi_warning *warning);

/** Hold an IRI against the rules for bidirectional IRIs.
 *  iri:    read by rfc3987.  A component is a user, a password, a label of the host, a
 *          stretch of a path between slashes and full stops, a key or value of the query, or
 *          the fragment (4.2 lets components be divided; its example 4 divides by a stop).
 *  report: NULL: warnings are only counted.
 *  Returns: how many there were.  Cost: linear.
 *  Source: RFC 3987 4, with the bidirectional classes of everyuri_unicode_version. */
size_t everyuri_iri_bidi(const struct everyuri_uri *iri, everyuri_iri_bidi_fn *report,
                         void *context);

#ifdef __cplusplus
}
#endif
#endif
