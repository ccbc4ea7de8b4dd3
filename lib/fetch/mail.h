/* mail.h - outgoing mail: converts what a link or a person wrote to RFC 5322.  Uses no connection,
 * clock or random source: send.c does. */
#ifndef EU_FETCH_MAIL_H
#define EU_FETCH_MAIL_H

#include "base/base.h"

#define EU_MAIL_LINE 998    /* bytes in a line, without its line break (RFC 5322 2.1.1) */
#define EU_MAIL_FOLDED 76   /* in one with encoded words (RFC 2047 2), or quoted-printable */
#define EU_MAIL_ADDRESS 254 /* bytes (RFC 5321 4.5.3.1.3, without its brackets) */

/* ---- words.c ------------------------------------------------------------------------------------ */

/** Is all of it US-ASCII? */
bool eu_mail_is_ascii(struct everyuri_text text);

/** Writes "name: value" and CR LF.  Text beyond US-ASCII becomes encoded words (RFC 2047) where
 *  they are allowed: anywhere in a text, and in the names and comments of a field of addresses; an
 *  address stays as it is.
 *  value: UTF-8, without line breaks. */
void eu_mail_field(struct eu_out *out, struct everyuri_text name, struct everyuri_text value);

/** Writes the body as quoted-printable (RFC 2045 6.7); its lines end in LF or CR LF. */
void eu_mail_quoted(struct eu_out *out, struct everyuri_text body);

/* ---- addresses.c --------------------------------------------------------------------------------- */

/** Does this field hold addresses? */
bool eu_mail_has_addresses(struct everyuri_text name);

/** Finds the next address of a field's value, without its name and comments; data NULL at the end.
 *  at: where the last call ended; 0 at first.
 *  Returns: false: the list is malformed. */
bool eu_mail_next_address(struct everyuri_text value, size_t *at, struct everyuri_text *address);

/** Is it local-part@domain of RFC 5321 4.1.2, in US-ASCII?  Such an address cannot end a
 *  command. */
bool eu_mail_is_address(struct everyuri_text address);

/* ---- outgoing.c ------------------------------------------------------------------------------------ */

/** Data that the sender adds. */
struct eu_mail_stamp {
	struct everyuri_text sender; /**< an address; data NULL: that of From */
	int64_t now;                 /**< seconds since 1970 */
	uint8_t random[16];
};

/** A message ready to be sent; its texts are in a buffer. */
struct eu_mail {
	struct everyuri_text sender;
	struct everyuri_text recipients; /**< NUL-terminated each */
	struct everyuri_text text;       /**< in US-ASCII; lines end in CR LF; without Bcc */
	size_t n_recipients;
};

/** Makes a message from a draft that the user edited.
 *  draft:  lines end in LF or CR LF; the text is UTF-8.
 *  Errors: INVALID: at a byte of the draft; MISSING: no sender, or no recipient; UNSUPPORTED: a
 *          body that needs encoding but cannot be encoded; NO_MEMORY, TOO_LONG.  Cost: linear. */
enum everyuri_status eu_mail_make(struct everyuri_text draft, const struct eu_mail_stamp *stamp,
                                  struct everyuri_buf *buf, struct eu_mail *mail,
                                  struct everyuri_error *err);

#endif
