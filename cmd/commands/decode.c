/* decode.c - everyuri decode: percent-decodes text. */
#include "support/cmd.h"

struct decode {
	enum everyuri_place place; /* checked, but otherwise unused: all parts are decoded alike */
	bool plus, raw;
	struct everyuri_byte_set only; /* --only: the bytes whose escapes are decoded; or empty */
	bool is_partial;
};

static void answer_decode(struct answer *answer, const struct item *item, void *own)
{
	const struct decode *decode = own;
	const struct settings *settings = answer->settings;
	struct everyuri_buf *buf = &answer->buf[0];
	struct everyuri_error error = item_too_long(answer);
	enum everyuri_status status = EVERYURI_TOO_LONG;

	if (!item->cut && decode->is_partial)
		status = everyuri_less_safe(item->data, item->len, &decode->only, buf, &error);
	else if (!item->cut)
		status = everyuri_decode(item->data, item->len,
		                         (decode->plus ? EVERYURI_PLUS : 0u) |
		                                 escapes_of_standard(settings->standard[0]),
		                         buf, &error);
	if (status || settings->shape != SHAPE_TEXT) {
		struct outcome outcome =
			outcome_of(item, settings->standard[0], status, buf, &error);

		outcome_write(answer, &outcome);
		return;
	}
	if (decode->raw)
		everyuri_write(&answer->out, buf->data, buf->len);
	else
		put_on_one_line(answer, buf->data, buf->len);
	put_end(answer);
}

static const char *only_read(void *own, const char *name, const char *value)
{
	struct decode *decode = own;

	decode->is_partial = true;
	return bytes_read(&decode->only, name, value);
}

int cmd_decode(int argc, char **argv)
{
	struct settings settings = { .command = "decode",
		                     .usage = "decode [OPTION]... [TEXT]...",
		                     .as_rows = true };
	struct decode decode = { .place = EVERYURI_PLACE_SEGMENT };
	const struct option rows[] = {
		{ .name = "part", .value = true, .call = place_read, .own = &decode.place },
		{ .name = "plus", .flag = &decode.plus },
		{ .name = "raw", .flag = &decode.raw },
		{ .name = "only", .value = true, .call = only_read, .own = &decode },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_decode, &decode);
}
