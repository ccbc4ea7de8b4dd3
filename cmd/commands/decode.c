/* decode.c - everyuri decode: percent-decodes text. */
#include "support/cmd.h"

struct decode {
	enum everyuri_place place; /* checked, but otherwise unused: all parts are decoded alike */
	bool plus, raw;
};

static void answer_decode(struct answer *answer, const struct item *item, void *own)
{
	const struct decode *decode = own;
	const struct settings *settings = answer->settings;
	struct everyuri_buf *buf = &answer->buf[0];
	struct everyuri_error error = item_too_long(answer);
	enum everyuri_status status = EVERYURI_TOO_LONG;

	if (!item->cut)
		status = everyuri_decode(item->data, item->len, decode->plus ? EVERYURI_PLUS : 0u,
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
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_decode, &decode);
}
