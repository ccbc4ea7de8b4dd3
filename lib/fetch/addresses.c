/* Parses mail addresses as a person writes them in a message (RFC 5322 3.4). */
#include "fetch/mail.h"

bool eu_mail_has_addresses(struct everyuri_text name)
{
	static const char *const names[] = {
		"to", "cc", "bcc", "from", "sender", "reply-to", "mail-followup-to",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (eu_equals_ignoring_case(name.data, name.len, names[i]))
			return true;
	return false;
}

/* ---- lists --------------------------------------------------------------------------------------- */

/* Returns the end of the quoted string, comment or domain literal that begins at `at`, or 0 if it
 * is unterminated. */
static size_t behind(struct everyuri_text value, size_t at)
{
	char first = value.data[at], last = first == '(' ? ')' : first == '[' ? ']' : '"';
	size_t depth = 1;

	while (++at < value.len) {
		if (value.data[at] == '\\')
			at++;
		else if (value.data[at] == last && !--depth)
			return at + 1;
		else if (value.data[at] == '(' && first == '(')
			depth++;
	}
	return 0;
}

/* The list element that is being parsed. */
struct mailbox {
	size_t begin, end;   /* begin and end of the words before "<" or, without "<", of the
	                        address itself */
	size_t inner, outer; /* begin and end of the text between "<" and ">", if has_angle */
	bool has_text, has_angle;
};

static void add_text(struct mailbox *box, size_t at, size_t end)
{
	if (!box->has_text)
		box->begin = at;
	box->has_text = true;
	box->end = end;
}

/* Parses "<" addr-spec ">".  Returns its end, or 0 if it is malformed or is the second one in the
 * element. */
static size_t take_angle(struct everyuri_text value, size_t at, struct mailbox *box)
{
	size_t end = at + 1;

	while (end < value.len && end && value.data[end] != '>')
		end = value.data[end] == '"' || value.data[end] == '[' ? behind(value, end) :
		                                                         end + 1;
	if (!end || end >= value.len || box->has_angle)
		return 0;
	box->has_angle = true;
	box->inner = at + 1;
	box->outer = end;
	return end + 1;
}

/* Parses one token of an element.  Returns its end, or 0 if the token is not allowed here. */
static size_t take_piece(struct everyuri_text value, size_t at, struct mailbox *box)
{
	size_t end = at + 1;

	switch (value.data[at]) {
	case ' ':
	case '\t':
	case '\r':
	case '\n':
		return end;
	case '(':
		return behind(value, at);
	case '<':
		return take_angle(value, at, box);
	case ':': /* the text before the colon is the name of a group */
		if (box->has_angle || !box->has_text)
			return 0;
		*box = (struct mailbox){ .has_text = false };
		return end;
	case '"':
	case '[':
		end = behind(value, at);
		break;
	default:
		break;
	}
	if (box->has_angle)
		return 0;
	add_text(box, at, end);
	return end;
}

bool eu_mail_next_address(struct everyuri_text value, size_t *at, struct everyuri_text *address)
{
	struct mailbox box = { .has_text = false };

	*address = (struct everyuri_text){ NULL, 0 };
	while (*at < value.len && !address->data) {
		bool ends = value.data[*at] == ',' || value.data[*at] == ';';
		size_t next = ends ? *at + 1 : take_piece(value, *at, &box);

		if (!next)
			return false;
		*at = next;
		if (!ends && next < value.len)
			continue;
		if (box.has_angle)
			*address = (struct everyuri_text){ value.data + box.inner,
				                           box.outer - box.inner };
		else if (box.has_text)
			*address = (struct everyuri_text){ value.data + box.begin,
				                           box.end - box.begin };
	}
	return true;
}

/* ---- one address ------------------------------------------------------------------------------------- */

static bool is_atext(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) ||
	       (byte && strchr("!#$%&'*+-/=?^_`{|}~", byte));
}

/* Parses a Dot-string: words separated by single dots.  Returns its end. */
static size_t behind_dotted(struct everyuri_text text, size_t at, bool (*in_word)(unsigned char))
{
	size_t begin = at;

	for (; at < text.len; at++)
		if (!in_word((unsigned char)text.data[at]) &&
		    (text.data[at] != '.' || at == begin || text.data[at - 1] == '.'))
			break;
	return at > begin && text.data[at - 1] == '.' ? begin : at;
}

/* Parses a Quoted-string of printable characters.  Returns its end, or 0 if it is malformed. */
static size_t behind_string(struct everyuri_text text)
{
	for (size_t at = 1; at < text.len; at++) {
		if (text.data[at] == '"')
			return at + 1;
		at += text.data[at] == '\\';
		if (at < text.len && ((unsigned char)text.data[at] < ' ' || text.data[at] >= 0x7F))
			return 0;
	}
	return 0;
}

static bool in_label(unsigned char byte)
{
	return eu_is_alpha(byte) || eu_is_digit(byte) || byte == '-' || byte == '_';
}

/* Returns whether this is an address literal (RFC 5321 4.1.3).  Checks only which characters it
 * contains. */
static bool is_literal(struct everyuri_text text, size_t at)
{
	if (text.len - at < 3 || text.data[at] != '[' || text.data[text.len - 1] != ']')
		return false;
	for (size_t i = at + 1; i < text.len - 1; i++)
		if (!in_label((unsigned char)text.data[i]) && text.data[i] != '.' &&
		    text.data[i] != ':')
			return false;
	return true;
}

bool eu_mail_is_address(struct everyuri_text address)
{
	size_t at;

	if (!address.len || address.len > EU_MAIL_ADDRESS || !eu_mail_is_ascii(address))
		return false;
	at = address.data[0] == '"' ? behind_string(address) : behind_dotted(address, 0, is_atext);
	if (!at || at + 1 >= address.len || address.data[at] != '@')
		return false;
	return is_literal(address, at + 1) ||
	       (address.data[at + 1] != '-' &&
	        behind_dotted(address, at + 1, in_label) == address.len);
}
