/* mail.h - messages on their way out: what a link or a person wrote becomes RFC 5322 as it travels.
 * No connection, no clock, nothing random: send.c has those. */
#ifndef EU_FETCH_MAIL_H
#define EU_FETCH_MAIL_H

#include "base/base.h"

#define EU_MAIL_LINE 998    /* bytes of a line, without its end (RFC 5322 2.1.1) */
#define EU_MAIL_FOLDED 76   /* of one with encoded words (RFC 2047 2), or quoted-printable */
#define EU_MAIL_ADDRESS 254 /* bytes (RFC 5321 4.5.3.1.3, without its brackets) */

/* ---- words.c ------------------------------------------------------------------------------------ */

/** Is all of it US-ASCII? */
bool eu_mail_is_ascii(struct everyuri_text text);

/** "name: value" and CR LF.  What is beyond US-ASCII becomes encoded words (RFC 2047) where the
 *  field can have them: anywhere in a text, and in a field of addresses in names and comments; in
 *  an address it stays as it is.
 *  value: without line ends, and UTF-8. */
void eu_mail_field(struct eu_out *out, struct everyuri_text name, struct everyuri_text value);

/** The body as quoted-printable (RFC 2045 6.7); its lines end in LF or CR LF. */
void eu_mail_quoted(struct eu_out *out, struct everyuri_text body);

/* ---- addresses.c --------------------------------------------------------------------------------- */

/** Does this field hold addresses? */
bool eu_mail_has_addresses(struct everyuri_text name);

/** The next address of a field's value, without the name and comments around it; data NULL at the
 *  end.  at: where the last call ended; 0 at first.
 *  Returns: false: there is what no address list has. */
bool eu_mail_next_address(struct everyuri_text value, size_t *at, struct everyuri_text *address);

/** Is it local-part@domain of RFC 5321 4.1.2, in US-ASCII?  Then nothing in it can end a command. */
bool eu_mail_is_address(struct everyuri_text address);

/* ---- outgoing.c ------------------------------------------------------------------------------------ */

/** What the sender adds. */
struct eu_mail_stamp {
	struct everyuri_text sender; /**< an address; data NULL: the one of From */
	int64_t now;                 /**< seconds since 1970 */
	uint8_t random[16];
};

/** A message, ready to be sent; the texts lie in a buffer. */
struct eu_mail {
	struct everyuri_text sender;
	struct everyuri_text recipients; /**< each ends in NUL */
	struct everyuri_text text;       /**< in US-ASCII; lines end in CR LF; without Bcc */
	size_t n_recipients;
};

/** Make it of what the user has left of a draft.
 *  draft:  lines end in LF or CR LF; the text is UTF-8.
 *  Errors: INVALID: at a byte of the draft; MISSING: no sender, or no recipient; UNSUPPORTED: a body
 *          that would have to be encoded, and cannot be; NO_MEMORY, TOO_LONG.  Cost: linear. */
enum everyuri_status eu_mail_make(struct everyuri_text draft, const struct eu_mail_stamp *stamp,
                                  struct everyuri_buf *buf, struct eu_mail *mail,
                                  struct everyuri_error *err);

#endif
