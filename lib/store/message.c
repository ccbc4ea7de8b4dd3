/* Parses one message in memory. */
#include "store/parts.h"

#include "base/utf8.h"
#include "store/open.h"

const char *everyuri_message_field_name(enum everyuri_message_field field)
{
	static const char *const names[] = { "From",    "To",   "Cc",         "Newsgroups",
		                             "Subject", "Date", "Message-ID", "References" };

	return (size_t)field < sizeof names / sizeof *names ? names[field] : "";
}

bool everyuri_message_ready(void)
{
	struct eu_gmime gmime;

	return eu_gmime_load(&gmime);
}

static enum everyuri_status no_gmime(struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2045",
	               "GMime 3, which reads messages, is not installed");
}

/* ---- parsing ------------------------------------------------------------------------------------------ */

static void feed_lines(struct eu_parts *parts, const char *data, size_t len)
{
	for (size_t at = 0, n; at < len; at += n) {
		const char *end = memchr(data + at, '\n', len - at);

		n = end ? (size_t)(end - (data + at)) + 1 : len - at;
		eu_parts_line(parts, data + at, n, at, true);
	}
}

static struct everyuri_text word_at(const char *words, struct everyuri_span span)
{
	return eu_is_absent(span) ? (struct everyuri_text){ NULL, 0 } :
	                            (struct everyuri_text){ words + span.begin, eu_span_len(span) };
}

static struct everyuri_message_part part_of(const struct eu_part *part, const char *words)
{
	const bool letters = part->encoding == EU_BASE64;

	return (struct everyuri_message_part){ .media_type = word_at(words, part->media_type),
		                               .charset = word_at(words, part->charset),
		                               .file_name = word_at(words, part->file_name),
		                               .content_id = word_at(words, part->content_id),
		                               .disposition = part->disposition,
		                               .depth = part->depth,
		                               .has_parts = part->has_parts,
		                               .size = letters ?
		                                               part->n_letters / 4 * 3 +
		                                                       part->n_letters % 4 * 3 / 4 :
		                                               part->end - part->begin,
		                               .begin = part->begin,
		                               .end = part->end,
		                               .encoding = part->encoding };
}

/* Writes the parts to the buffer, followed by the texts to which they point. */
static enum everyuri_status hand_out(const struct eu_parts *parts, struct everyuri_buf *buf,
                                     struct everyuri_message *message, struct everyuri_error *err)
{
	const size_t n = parts->n_parts * sizeof(struct everyuri_message_part);
	struct everyuri_message_part *part;
	enum everyuri_status status;
	size_t off;
	char *words;

	status = eu_buf_reserve(buf, n + parts->words.len + _Alignof(max_align_t), err);
	if (status)
		return status;
	off = (uintptr_t)buf->data % _Alignof(max_align_t);
	off = off ? _Alignof(max_align_t) - off : 0; /* the caller's memory may be unaligned */
	part = (struct everyuri_message_part *)(void *)(buf->data + off);
	words = buf->data + off + n;
	memcpy(words, parts->words.data, parts->words.len);
	for (size_t i = 0; i < parts->n_parts; i++)
		part[i] = part_of(eu_part(parts, i), words);
	for (int i = 0; i < EVERYURI_N_MESSAGE_FIELDS; i++)
		message->field[i] = word_at(words, parts->field[i]);
	message->part = part;
	message->n_parts = parts->n_parts;
	message->cut = parts->cut;
	buf->len = off + n + parts->words.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_message_read(const char *data, size_t len, struct everyuri_buf *buf,
                                           struct everyuri_message *message,
                                           struct everyuri_error *err)
{
	enum everyuri_status status;
	struct eu_gmime gmime;
	struct eu_parts parts;

	if (len > EVERYURI_MESSAGE_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_MESSAGE_MAX, "THREATS C9",
		               "the message is too long");
	if (!eu_gmime_load(&gmime))
		return no_gmime(err);
	eu_parts_begin(&parts, &gmime, true);
	feed_lines(&parts, data, len);
	status = eu_parts_end(&parts, len, err);
	if (!status)
		status = hand_out(&parts, buf, message, err);
	if (!status)
		message->all = (struct everyuri_text){ data, len };
	eu_parts_free(&parts);
	return status;
}

/* ---- content ------------------------------------------------------------------------------------------- */

/* Passes on the content of part n.  Errors: MISSING and UNSUPPORTED, as in
 * everyuri_message_content. */
static enum everyuri_status tell_number(const struct everyuri_message *message, size_t n,
                                        const char *charset, everyuri_message_fn *tell,
                                        void *context, struct everyuri_error *err)
{
	static const char multipart[] = "multipart/";
	const struct eu_source source = { .data = message->all.data };
	const struct everyuri_message_part *part;
	struct eu_gmime gmime;

	if (n >= message->n_parts)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 2045 2.4",
		               "the message has no part with this number");
	part = &message->part[n];
	if (part->has_parts && part->media_type.len > sizeof multipart - 1 &&
	    !memcmp(part->media_type.data, multipart, sizeof multipart - 1))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2046 5.1",
		               "this part of the message consists of other parts");
	if (!eu_gmime_load(&gmime))
		return no_gmime(err);
	return eu_gmime_tell(&gmime, &source, part->begin, part->end, part->encoding, charset, tell,
	                     context, err);
}

enum everyuri_status everyuri_message_content(const struct everyuri_message *message, size_t n,
                                              everyuri_message_fn *tell, void *context,
                                              struct everyuri_error *err)
{
	return tell_number(message, n, NULL, tell, context, err);
}

/* The state of a check that a whole content is UTF-8.  A character may be split between
 * two chunks. */
struct utf8_check {
	char held[4];
	size_t n_held;
	bool wrong, high;
};

static bool check_utf8(void *context, const char *data, size_t len)
{
	struct utf8_check *check = context;
	uint32_t point;

	for (size_t i = 0; i < len && !check->wrong; i++) {
		if (!check->n_held && !((unsigned char)data[i] & 0x80))
			continue;
		check->high = true;
		check->held[check->n_held++] = data[i];
		if (eu_utf8_next(check->held, check->n_held, &point))
			check->n_held = 0;
		else if (check->n_held == sizeof check->held)
			check->wrong = true;
	}
	return !check->wrong;
}

/* RFC 2046 4.1.2: the default charset is US-ASCII.  If there are other bytes, they were usually
 * written by an older program, in windows-1252, or by a newer one, in UTF-8. */
static const char *guess_charset(const struct everyuri_message *message, size_t n)
{
	struct utf8_check check = { .n_held = 0 };

	tell_number(message, n, NULL, check_utf8, &check, NULL);
	if (check.wrong || check.n_held)
		return "windows-1252";
	return check.high ? "utf-8" : "us-ascii";
}

static bool says_nothing(struct everyuri_text charset)
{
	static const char *const names[] = { "ascii", "unknown-8bit", "us-ascii", "x-unknown" };

	return !charset.data || eu_find_name(names, sizeof names / sizeof *names, charset.data,
	                                     charset.len) < sizeof names / sizeof *names;
}

enum everyuri_status everyuri_message_text(const struct everyuri_message *message, size_t n,
                                           everyuri_message_fn *tell, void *context,
                                           struct everyuri_text *charset,
                                           struct everyuri_error *err)
{
	struct everyuri_text said = { NULL, 0 };
	enum everyuri_status status = EVERYURI_UNSUPPORTED;
	char name[64];
	const char *guessed;

	if (n < message->n_parts)
		said = message->part[n].charset;
	if (!says_nothing(said) && said.len < sizeof name) {
		const bool utf8 = eu_equals_ignoring_case(said.data, said.len, "utf-8");

		memcpy(name, said.data, said.len);
		name[said.len] = '\0';
		if (charset)
			*charset = said;
		status = tell_number(message, n, utf8 ? NULL : name, tell, context, err);
	}
	if (status != EVERYURI_UNSUPPORTED)
		return status;
	guessed = guess_charset(message, n);
	if (charset)
		*charset = (struct everyuri_text){ guessed, strlen(guessed) };
	/* UTF-8 is passed on without conversion, so no conversion table needs to be opened. */
	return tell_number(message, n, *guessed == 'u' ? NULL : guessed, tell, context, err);
}

/* ---- encoded words ------------------------------------------------------------------------------------- */

static bool has_words(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] & 0x80 ||
		    (text[i] == '=' && i + 1 < len && text[i + 1] == '?'))
			return true;
	return false;
}

static enum everyuri_status put_words(struct everyuri_buf *buf, const char *text, size_t len,
                                      struct everyuri_error *err)
{
	enum everyuri_status status = eu_buf_reserve(buf, len, err);

	if (status)
		return status;
	if (len)
		memcpy(buf->data, text, len);
	buf->len = len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_message_words(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err)
{
	char field[EVERYURI_MESSAGE_FIELD_MAX + 1];
	enum everyuri_status status;
	struct eu_gmime gmime;
	char *words;

	if (len > EVERYURI_MESSAGE_FIELD_MAX)
		len = EVERYURI_MESSAGE_FIELD_MAX;
	if (!has_words(text, len) || !eu_gmime_load(&gmime))
		return put_words(buf, text, len, err);
	for (size_t i = 0; i < len; i++)
		field[i] = text[i] ? text[i] : ' ';
	field[len] = '\0';
	words = gmime.g_mime_utils_header_decode_text(NULL, field);
	status = put_words(buf, words ? words : "", words ? strlen(words) : 0, err);
	gmime.g_free(words);
	return status;
}
