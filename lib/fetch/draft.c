/* Makes a draft from a mailto URI: RFC 5322 in UTF-8, which the user completes in a mail
 * program. */
#include "fetch/fetching.h"
#include "fetch/mail.h"

static void out_to(struct eu_out *out, const struct everyuri_step *step)
{
	struct everyuri_field field;
	size_t n_to = 0, begin = out->len;

	for (size_t at = 0; everyuri_field_next(step->fields, &at, &field);) {
		if (field.name != EVERYURI_FIELD_TO)
			continue;
		eu_out_bytes(out, n_to ? "," : "To:", n_to ? 1 : 3);
		if (n_to++ && out->len - begin + field.text.len > EU_MAIL_FOLDED) {
			eu_out_bytes(out, "\r\n", 2);
			begin = out->len;
		}
		eu_out_byte(out, ' ');
		eu_out_bytes(out, field.text.data, field.text.len);
	}
	if (n_to)
		eu_out_bytes(out, "\r\n", 2);
}

/* Writes the header of the draft.  The text of a link is UTF-8 (RFC 6068 5 and 6.3), so the message
 * declares UTF-8.  The draft is 8-bit, for the editor; outgoing.c encodes it for sending. */
static void out_draft_header(struct eu_out *out, const struct everyuri_step *step)
{
	static const char mime[] = "MIME-Version: 1.0\r\n"
				   "Content-Type: text/plain; charset=utf-8\r\n"
				   "Content-Transfer-Encoding: 8bit\r\n\r\n";
	struct everyuri_field field;

	out_to(out, step);
	for (size_t at = 0; everyuri_field_next(step->fields, &at, &field);)
		if (field.name == EVERYURI_FIELD_HEADERS)
			eu_mail_field(out, field.text, field.value);
	eu_out_bytes(out, mime, sizeof mime - 1);
}

static bool tell_draft(struct eu_fetching *f, const struct everyuri_step *step,
                       const struct everyuri_buf *header)
{
	static const char type[] = "message/rfc822";
	const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                .media_type = { type, sizeof type - 1 },
		                                .length = EVERYURI_LENGTH_UNKNOWN };
	struct everyuri_field body;

	if (!f->own.begin(f, &object) || !f->own.bytes(f, header->data, header->len))
		return false;
	return !everyuri_step_field(step, EVERYURI_FIELD_BODY, &body) || !body.text.len ||
	       f->own.bytes(f, body.text.data, body.text.len);
}

enum everyuri_status eu_fetch_draft(struct eu_fetching *f, const struct everyuri_step *step,
                                    struct everyuri_error *err)
{
	struct eu_out out = { NULL, 0 };
	struct everyuri_buf header;
	enum everyuri_status status;

	everyuri_buf_init(&header, NULL, 0, NULL);
	out_draft_header(&out, step);
	status = eu_buf_reserve(&header, out.len, err);
	if (!status) {
		out = (struct eu_out){ header.data, 0 };
		out_draft_header(&out, step);
		header.len = out.len;
		if (!tell_draft(f, step, &header))
			status = eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
	}
	everyuri_buf_free(&header);
	return status;
}
