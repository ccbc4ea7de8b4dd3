/* mail.h - outgoing mail: turns text from a link, or text typed by the user, into RFC 5322 form.
 * These functions use no connection, clock or random source; only send.c does. */
#ifndef EU_FETCH_MAIL_H
#define EU_FETCH_MAIL_H

#include "base/base.h"

#define EU_MAIL_LINE 998 /* longest line in bytes, without its line break (RFC 5322 2.1.1) */
#define EU_MAIL_FOLDED \
	76                  /* longest line with encoded words (RFC 2047 2) or quoted-printable, in
                               bytes */
#define EU_MAIL_ADDRESS 254 /* longest address in bytes, without brackets (RFC 5321 4.5.3.1.3) */

/* ---- words.c ------------------------------------------------------------------------------------ */

/** Returns whether all of the text is US-ASCII. */
bool eu_mail_is_ascii(struct everyuri_text text);

/** Writes "name: value" and CR LF.  Text beyond US-ASCII becomes encoded words (RFC 2047) where
 *  they are allowed: anywhere in a text, but only in the names and comments of a field of
 *  addresses.  An address is not changed.
 *  value: UTF-8, without line breaks. */
void eu_mail_field(struct eu_out *out, struct everyuri_text name, struct everyuri_text value);

/** Writes the body as quoted-printable (RFC 2045 6.7).  Lines of the body end in LF or CR LF. */
void eu_mail_quoted(struct eu_out *out, struct everyuri_text body);

/* ---- addresses.c --------------------------------------------------------------------------------- */

/** Returns whether a field with this name contains addresses. */
bool eu_mail_has_addresses(struct everyuri_text name);

/** Finds the next address in a field's value, without name and comments.  At the end, data is NULL.
 *  at: 0 for the first call; moved to the end of the address.
 *  Returns: false if the list is malformed. */
bool eu_mail_next_address(struct everyuri_text value, size_t *at, struct everyuri_text *address);

/** Returns whether the text is local-part@domain by RFC 5321 4.1.2, in US-ASCII.  An address in
 *  this form cannot end an SMTP command. */
bool eu_mail_is_address(struct everyuri_text address);

/* ---- outgoing.c ------------------------------------------------------------------------------------ */

/** Data that the sender adds to the message. */
struct eu_mail_stamp {
	struct everyuri_text sender; /**< an address; if data is NULL, the address in From is
	                                  used */
	int64_t now;                 /**< seconds since 1970 */
	uint8_t random[16];
};

/** A message ready to be sent; its texts are in a buffer. */
struct eu_mail {
	struct everyuri_text sender;
	struct everyuri_text recipients; /**< each ends with NUL */
	struct everyuri_text text;       /**< in US-ASCII, without Bcc; lines end in CR LF */
	size_t n_recipients;
};

/** Makes a message from a draft that the user edited.
 *  draft:  in UTF-8, with lines ending in LF or CR LF.
 *  Errors: INVALID, at a byte of the draft; MISSING if there is no sender or no recipient;
 *          UNSUPPORTED if the body needs encoding but cannot be encoded; NO_MEMORY, TOO_LONG.
 *          Cost: linear. */
enum everyuri_status eu_mail_make(struct everyuri_text draft, const struct eu_mail_stamp *stamp,
                                  struct everyuri_buf *buf, struct eu_mail *mail,
                                  struct everyuri_error *err);

#endif
