/* Converts an edited draft to the message to send (RFC 5322, RFC 2045).  The draft is not trusted,
 * because parts of it come from a link. */
#include "base/utf8.h"
#include "fetch/mail.h"

/* ---- the header --------------------------------------------------------------------------------- */

struct draft_field {
	struct everyuri_text name,
		value; /* the text after ":", up to the end of its last line, including folds */
};

/* Reads one line, without its line break.  Returns: false at the end of the text. */
static bool next_draft_line(struct everyuri_text text, size_t *at, struct everyuri_text *line)
{
	const char *begin = text.data + *at, *newline;

	if (*at >= text.len)
		return false;
	newline = memchr(begin, '\n', text.len - *at);
	line->data = begin;
	line->len = newline ? (size_t)(newline - begin) : text.len - *at;
	*at += line->len + (newline != NULL);
	if (newline && line->len && begin[line->len - 1] == '\r')
		line->len--;
	return true;
}

static bool continues(struct everyuri_text text, size_t at)
{
	return at < text.len && (text.data[at] == ' ' || text.data[at] == '\t');
}

/* Returns the length of a field's name (RFC 5322 3.6.8) before ":", or 0 if the line is not a
 * field. */
static size_t name_of(struct everyuri_text line)
{
	size_t n = 0;

	while (n < line.len && line.data[n] > ' ' && line.data[n] < 0x7F && line.data[n] != ':')
		n++;
	return n < line.len && line.data[n] == ':' ? n : 0;
}

/* Reads the next field.  After the last field, *at is after the empty line.  The header must have
 * been checked. */
static bool next_draft_field(struct everyuri_text text, size_t *at, struct draft_field *field)
{
	struct everyuri_text line;
	size_t n;

	if (!next_draft_line(text, at, &line) || !line.len)
		return false;
	n = name_of(line);
	field->name = (struct everyuri_text){ line.data, n };
	field->value = (struct everyuri_text){ line.data + n + 1, line.len - n - 1 };
	while (continues(text, *at) && next_draft_line(text, at, &line))
		field->value.len = (size_t)(line.data + line.len - field->value.data);
	while (field->value.len && (*field->value.data == ' ' || *field->value.data == '\t')) {
		field->value.data++;
		field->value.len--;
	}
	return true;
}

static bool field_is(const struct draft_field *field, const char *name)
{
	return eu_equals_ignoring_case(field->name.data, field->name.len, name);
}

/* ---- the message being made ------------------------------------------------------------------------- */

struct making {
	struct everyuri_text draft, body;
	const struct eu_mail_stamp *stamp;
	struct everyuri_text sender; /* sender of the envelope */
	size_t n_recipients;
	bool has_from, has_date, has_id, has_version, has_type;
	bool is_text;    /* the Content-Type is text */
	bool is_encoded; /* the draft declares a transfer encoding */
	bool quoted;     /* the body will be quoted-printable */
};

static enum everyuri_status wrong_at(const struct making *making, const char *where,
                                     const char *clause, const char *message,
                                     struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_INVALID, (size_t)(where - making->draft.data), clause,
	               message);
}

/* Checks the text of the draft.  THREATS C1: only visible line breaks may end a line or the
 * message, so other control bytes are refused. */
static enum everyuri_status check_text(const struct making *making, struct everyuri_error *err)
{
	const struct everyuri_text draft = making->draft;
	size_t header = (size_t)(making->body.data - draft.data), n;
	uint32_t code_point;

	for (size_t at = 0; at < draft.len; at += n) {
		const char *byte = draft.data + at;

		n = eu_utf8_next(byte, draft.len - at, &code_point);
		if (!n)
			return wrong_at(making, byte, "RFC 3629 4", "the draft is not UTF-8", err);
		if (!*byte || (*byte == '\r' && (at + 1 == draft.len || byte[1] != '\n')))
			return wrong_at(making, byte, "RFC 5322 2.3",
			                "a message must not contain NUL or a CR without LF", err);
		if (at < header && (code_point < ' ' || code_point == 0x7F) &&
		    !strchr("\t\r\n", *byte))
			return wrong_at(making, byte, "RFC 5322 2.2",
			                "control character in a header field", err);
	}
	return EVERYURI_OK;
}

/* Finds the empty line; sets making->body to the text after it. */
static enum everyuri_status find_body(struct making *making, struct everyuri_error *err)
{
	const struct everyuri_text draft = making->draft;
	struct everyuri_text line;
	size_t at = 0;

	while (next_draft_line(draft, &at, &line) && line.len) {
		bool folded = line.data > draft.data && continues(line, 0);

		if (line.len > EU_MAIL_LINE)
			return wrong_at(making, line.data, "RFC 5322 2.1.1", "header line too long",
			                err);
		if (!folded && !name_of(line))
			return wrong_at(making, line.data, "RFC 5322 2.2",
			                "not a header field; put an empty line before the body",
			                err);
	}
	making->body = (struct everyuri_text){ draft.data + at, draft.len - at };
	return EVERYURI_OK;
}

/* Stores the addresses of a field.  A single bad address makes the whole message fail, because the
 * user did not ask to send it to only some of the recipients. */
static enum everyuri_status take_addresses(struct making *making, const struct draft_field *field,
                                           struct everyuri_error *err)
{
	bool receives = field_is(field, "to") || field_is(field, "cc") || field_is(field, "bcc");
	struct everyuri_text address;

	for (size_t at = 0;;) {
		size_t from = at;

		if (!eu_mail_next_address(field->value, &at, &address))
			return wrong_at(making, field->value.data + from, "RFC 5322 3.4",
			                "invalid address list", err);
		if (!address.data)
			return EVERYURI_OK;
		if (!eu_mail_is_address(address))
			return wrong_at(making, address.data, "RFC 5321 4.1.2",
			                eu_mail_is_ascii(address) ?
			                        "invalid mail address" :
			                        "a mail address must be US-ASCII",
			                err);
		making->n_recipients += receives;
		if (field_is(field, "from") && !making->sender.data)
			making->sender = address;
	}
}

static enum everyuri_status take_field(struct making *making, const struct draft_field *field,
                                       struct everyuri_error *err)
{
	static const char *const plain[] = { "", "7bit", "8bit" };
	struct everyuri_text value = field->value;

	making->has_from = making->has_from || field_is(field, "from");
	making->has_date = making->has_date || field_is(field, "date");
	making->has_id = making->has_id || field_is(field, "message-id");
	making->has_version = making->has_version || field_is(field, "mime-version");
	if (field_is(field, "content-type")) {
		making->has_type = true;
		making->is_text = value.len >= 5 && eu_equals_ignoring_case(value.data, 5, "text/");
	}
	if (field_is(field, "content-transfer-encoding")) {
		making->is_encoded = true;
		for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
			if (eu_equals_ignoring_case(value.data, value.len, plain[i]))
				making->is_encoded = false;
	}
	return eu_mail_has_addresses(field->name) ? take_addresses(making, field, err) :
	                                            EVERYURI_OK;
}

/* Returns whether the body can be sent without encoding.  A server must accept only short lines of
 * US-ASCII (RFC 6152 1). */
static bool is_short_ascii(struct everyuri_text body)
{
	struct everyuri_text line;

	for (size_t at = 0; next_draft_line(body, &at, &line);)
		if (line.len > EU_MAIL_LINE)
			return false;
	return eu_mail_is_ascii(body);
}

static enum everyuri_status look_over(struct making *making, struct everyuri_error *err)
{
	struct draft_field field;
	enum everyuri_status status = find_body(making, err);

	if (!status)
		status = check_text(making, err);
	for (size_t at = 0; !status && next_draft_field(making->draft, &at, &field);)
		status = take_field(making, &field, err);
	if (status)
		return status;
	if (making->stamp->sender.data)
		making->sender = making->stamp->sender;
	if (!making->sender.data)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 5322 3.6.2",
		               "the message has no sender");
	if (!eu_mail_is_address(making->sender))
		return eu_fail(err, EVERYURI_INVALID, 0, "RFC 5321 4.1.2",
		               "the sender is not a valid mail address");
	if (!making->n_recipients)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 5322 3.6.3",
		               "the message has no recipient");
	making->quoted = !is_short_ascii(making->body);
	if (making->quoted && (making->is_encoded || (making->has_type && !making->is_text)))
		return eu_fail(err, EVERYURI_UNSUPPORTED,
		               (size_t)(making->body.data - making->draft.data), "RFC 2045 6.4",
		               "a body that is encoded or not text must have only short lines of "
		               "US-ASCII");
	return EVERYURI_OK;
}

/* ---- the message as sent ------------------------------------------------------------------------------- */

static void out_words(struct eu_out *out, const char *words)
{
	eu_out_bytes(out, words, strlen(words));
}

static void out_number(struct eu_out *out, uint64_t number, size_t n_digits)
{
	char digits[EU_DECIMAL_MAX];

	eu_decimal_padded(digits, number, n_digits);
	eu_out_bytes(out, digits, n_digits);
}

/* Writes days since 1970 as a Gregorian date.  The computation starts each year in March, so that a
 * leap day is the year's last day. */
static void out_day(struct eu_out *out, uint64_t days)
{
	static const char *const week[] = { "Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed" };
	static const char *const months[] = { "Mar", "Apr", "May", "Jun", "Jul", "Aug",
		                              "Sep", "Oct", "Nov", "Dec", "Jan", "Feb" };
	uint64_t shifted = days + 719468; /* days since 1 March of year 0 */
	uint64_t era = shifted / 146097, in_era = shifted % 146097;
	uint64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
	uint64_t in_year = in_era - (365 * year + year / 4 - year / 100);
	uint64_t month = (5 * in_year + 2) / 153;

	out_words(out, week[days % 7]);
	out_words(out, ", ");
	out_number(out, in_year - (153 * month + 2) / 5 + 1, 2);
	eu_out_byte(out, ' ');
	out_words(out, months[month % 12]);
	eu_out_byte(out, ' ');
	out_number(out, era * 400 + year + (month >= 10), 4);
}

/* Writes the date in UTC (RFC 5322 3.3). */
static void out_date(struct eu_out *out, int64_t now)
{
	uint64_t seconds = now > 0 ? (uint64_t)now : 0;

	out_words(out, "Date: ");
	out_day(out, seconds / 86400);
	eu_out_byte(out, ' ');
	out_number(out, seconds / 3600 % 24, 2);
	eu_out_byte(out, ':');
	out_number(out, seconds / 60 % 60, 2);
	eu_out_byte(out, ':');
	out_number(out, seconds % 60, 2);
	out_words(out, " +0000\r\n");
}

/* Writes a Message-ID (RFC 5322 3.6.4).  Random bits make it unique. */
static void out_id(struct eu_out *out, const struct making *making)
{
	static const char letters[] = "abcdefghijklmnop";
	struct everyuri_text sender = making->sender;
	size_t at = sender.len;

	while (sender.data[at - 1] != '@')
		at--;
	out_words(out, "Message-ID: <");
	for (size_t i = 0; i < sizeof making->stamp->random; i++) {
		eu_out_byte(out, letters[making->stamp->random[i] >> 4]);
		eu_out_byte(out, letters[making->stamp->random[i] & 15]);
	}
	eu_out_byte(out, '@');
	eu_out_bytes(out, sender.data + at, sender.len - at);
	out_words(out, ">\r\n");
}

/* Copies the lines, and normalises their line breaks. */
static void out_lines(struct eu_out *out, struct everyuri_text text)
{
	struct everyuri_text line;

	for (size_t at = 0; next_draft_line(text, &at, &line);) {
		eu_out_bytes(out, line.data, line.len);
		out_words(out, "\r\n");
	}
}

/* Copies a field.  If it has text beyond US-ASCII, unfolds it first, and folds it again between
 * encoded words. */
static void out_field(struct eu_out *out, const struct draft_field *field, char *unfolded)
{
	struct everyuri_text value = { unfolded, 0 };

	if (eu_mail_is_ascii(field->value)) {
		eu_out_bytes(out, field->name.data, field->name.len);
		out_words(out, ": ");
		out_lines(out, field->value);
		if (!field->value.len)
			out_words(out, "\r\n");
		return;
	}
	for (size_t i = 0; i < field->value.len; i++)
		if (field->value.data[i] != '\r' && field->value.data[i] != '\n')
			unfolded[value.len++] = field->value.data[i];
	eu_mail_field(out, field->name, value);
}

static void out_header(struct eu_out *out, const struct making *making, char *unfolded)
{
	struct draft_field field;

	if (!making->has_date)
		out_date(out, making->stamp->now);
	if (!making->has_from) {
		out_words(out, "From: ");
		eu_out_bytes(out, making->sender.data, making->sender.len);
		out_words(out, "\r\n");
	}
	if (!making->has_id)
		out_id(out, making);
	for (size_t at = 0; next_draft_field(making->draft, &at, &field);) {
		/* RFC 5322 3.6.3: Bcc recipients appear only in the envelope. */
		if (field_is(&field, "bcc") ||
		    (field_is(&field, "content-transfer-encoding") && !making->is_encoded))
			continue;
		out_field(out, &field, unfolded);
	}
	if (!making->has_version)
		out_words(out, "MIME-Version: 1.0\r\n");
	if (!making->has_type)
		out_words(out, "Content-Type: text/plain; charset=utf-8\r\n");
	if (!making->is_encoded)
		out_words(out, making->quoted ? "Content-Transfer-Encoding: quoted-printable\r\n" :
		                                "Content-Transfer-Encoding: 7bit\r\n");
}

static void out_body(struct eu_out *out, const struct making *making)
{
	struct everyuri_text body = making->body;

	if (!making->quoted) {
		out_lines(out, body);
		return;
	}
	eu_mail_quoted(out, body);
	if (body.data[body.len - 1] != '\n') /* the body is not empty, because an empty body is
	                                        never encoded */
		out_words(out, "\r\n");
}

static void out_recipients(struct eu_out *out, const struct making *making)
{
	struct draft_field field;
	struct everyuri_text address;

	for (size_t at = 0; next_draft_field(making->draft, &at, &field);) {
		if (!field_is(&field, "to") && !field_is(&field, "cc") && !field_is(&field, "bcc"))
			continue;
		for (size_t in = 0; eu_mail_next_address(field.value, &in, &address);) {
			if (!address.data)
				break;
			eu_out_bytes(out, address.data, address.len);
			eu_out_byte(out, '\0');
		}
	}
}

/* Writes sender, recipients and message, one after another.  Stores the end of each in ends. */
static void out_mail(struct eu_out *out, const struct making *making, char *unfolded,
                     size_t ends[3])
{
	eu_out_bytes(out, making->sender.data, making->sender.len);
	ends[0] = out->len;
	out_recipients(out, making);
	ends[1] = out->len;
	out_header(out, making, unfolded);
	out_words(out, "\r\n");
	out_body(out, making);
	ends[2] = out->len;
}

enum everyuri_status eu_mail_make(struct everyuri_text draft, const struct eu_mail_stamp *stamp,
                                  struct everyuri_buf *buf, struct eu_mail *mail,
                                  struct everyuri_error *err)
{
	struct making making = { .draft = draft, .stamp = stamp };
	struct eu_out out = { NULL, 0 };
	struct everyuri_buf unfolded;
	size_t ends[3];
	enum everyuri_status status = look_over(&making, err);

	if (status)
		return status;
	everyuri_buf_init(&unfolded, NULL, 0, NULL);
	status = eu_buf_reserve(&unfolded, (size_t)(making.body.data - draft.data), err);
	if (!status) {
		out_mail(&out, &making, unfolded.data, ends);
		status = eu_buf_reserve(buf, out.len, err);
	}
	if (!status) {
		out = (struct eu_out){ buf->data, 0 };
		out_mail(&out, &making, unfolded.data, ends);
		buf->len = out.len;
		mail->sender = (struct everyuri_text){ buf->data, ends[0] };
		mail->recipients = (struct everyuri_text){ buf->data + ends[0], ends[1] - ends[0] };
		mail->text = (struct everyuri_text){ buf->data + ends[1], ends[2] - ends[1] };
		mail->n_recipients = making.n_recipients;
	}
	everyuri_buf_free(&unfolded);
	return status;
}
