/* iri.h - convert IRIs to URIs and back, and warn about bidirectional text in IRIs.
 *
 * IRIs are in UTF-8.  No call here normalises them to NFC (RFC 3987 3.1, step 1c; 5.3.2.2).
 *
 * Source: RFC 3987. */
#ifndef EVERYURI_IRI_H
#define EVERYURI_IRI_H

#include "uri.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Flag of everyuri_iri_to_uri: percent-encode the host, too. */
#define EVERYURI_IRI_ENCODE_HOST 0x40u

/** Converts an IRI, or a partial form of one, to a URI.
 *  iri:    parsed under rfc3987.
 *  flags:  EVERYURI_IRI_ENCODE_HOST, or 0.  With 0, a host with characters beyond US-ASCII is
 *          converted with everyuri_idna_to_ascii().  If that fails, or if the host has escapes, the
 *          host is percent-encoded.
 *  buf:    receives the URI, in US-ASCII and valid under rfc3986.  A URI stays as it is.
 *  Errors: INVALID (also if `iri` was parsed under another standard), TOO_LONG, OUT_OF_RANGE,
 *          NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: RFC 3987 3.1. */
enum everyuri_status everyuri_iri_to_uri(const struct everyuri_uri *iri, unsigned flags,
                                         struct everyuri_buf *buf, struct everyuri_error *err);

/** Converts a URI, or a partial form of one, to an IRI.  Decodes only what everyuri_iri_to_uri()
 *  encodes again.
 *  uri:    parsed under rfc3986 or rfc3987.
 *  buf:    receives the IRI, valid under rfc3987.  Escapes of these stay: bytes that are not UTF-8,
 *          reserved characters, ASCII characters that a URI must encode, characters that are not
 *          ucschar, and bidirectional controls.  In a host with characters beyond US-ASCII, all
 *          escapes stay.  Labels that begin with "xn--" also stay.
 *  Errors: INVALID (an IRI cannot have a zone identifier), TOO_LONG, NO_SPACE, NO_MEMORY.
 *  Cost:   linear.
 *  Source: RFC 3987 3.2. */
enum everyuri_status everyuri_uri_to_iri(const struct everyuri_uri *uri, struct everyuri_buf *buf,
                                         struct everyuri_error *err);

/** Rules for bidirectional IRIs.  An IRI that violates one can look like another IRI. */
enum everyuri_iri_bidi_rule {
	EVERYURI_BIDI_CONTROL = 0, /**< a bidirectional control, which 4.1 forbids in IRIs */
	EVERYURI_BIDI_MIXED = 1,   /**< right-to-left and left-to-right characters in one component
	                                (4.2) */
	EVERYURI_BIDI_ENDS = 2     /**< a component with right-to-left characters that does not
	                                begin and end with one (4.2) */
};

/** A violation of one of the rules above. */
struct everyuri_iri_bidi_warning {
	enum everyuri_iri_bidi_rule rule;
	struct everyuri_span at; /**< span in the IRI's text: the control, or the component */
	const char *clause, *message;
};

/** Called for each warning, in order of rule, then of place.
 *  warning: valid during the call.
 *  Returns: false to stop. */
typedef bool everyuri_iri_bidi_fn(void *context, const struct everyuri_iri_bidi_warning *warning);

/** Checks an IRI against the rules for bidirectional IRIs.
 *  iri:     parsed under rfc3987.  A component is the user, the password, a label of the host, a
 *           key or value of the query, or the fragment.  The path is split at slashes and full
 *           stops (4.2 allows splitting; its example 4 splits at a full stop).
 *  report:  called for each warning.  With NULL, the warnings are only counted.
 *  Returns: the number of warnings.
 *  Cost:    linear.
 *  Source:  RFC 3987 4; bidirectional classes of everyuri_unicode_version(). */
size_t everyuri_iri_bidi(const struct everyuri_uri *iri, everyuri_iri_bidi_fn *report,
                         void *context);

#ifdef __cplusplus
}
#endif
#endif
