/* get_output.c - writes an object to a file or to standard output, through a renderer.
 * HTML may also go through a program. */
#include "get.h"

#include <string.h>

void show_begin(struct showing *showing, struct answer *answer, struct target *target,
                const struct everyuri_render *render, enum everyuri_standard standard)
{
	*showing = (struct showing){ .answer = answer,
		                     .target = target,
		                     .render = *render,
		                     .pages = render->as == EVERYURI_AS_TEXT,
		                     .standard = standard,
		                     .page = { .socket = -1 } };
	everyuri_buf_init(&showing->uri, NULL, 0, NULL);
	everyuri_buf_init(&showing->item, NULL, 0, NULL);
}

/* Starts the HTML program.  If no program is installed, the HTML source is shown as text. */
static void begin_page(struct showing *showing, struct everyuri_text charset)
{
	struct answer *answer = showing->answer;

	if (reader_begin(&showing->page, charset))
		return;
	everyuri_write_text(&answer->err, "everyuri: ");
	everyuri_write_text(&answer->err, answer->settings->command);
	everyuri_write_text(
		&answer->err,
		": cannot convert HTML to text; install w3m or lynx (the HTML is shown instead)\n");
}

static bool show_object(void *context, const struct everyuri_object *object)
{
	struct showing *showing = context;

	if (showing->target && !target_open(showing->target)) {
		showing->failed = true;
		return false;
	}
	showing->render.w =
		showing->target ? target_writer(showing->target) : &showing->answer->out;
	showing->render.uri = uri_shown(object->uri, showing->standard, &showing->uri);
	showing->rendered = everyuri_render_receiver(&showing->render);
	if (showing->pages && reader_is_one(object))
		begin_page(showing, object->charset);
	showing->begun = true;
	progress_begin(&showing->progress, object->length);
	return showing->rendered.begin(showing->rendered.context, object);
}

static bool show_bytes(void *context, const char *data, size_t len)
{
	struct showing *showing = context;

	progress_count(&showing->progress, len);
	if (showing->page.socket >= 0)
		return reader_bytes(&showing->page, data, len, &showing->rendered);
	return showing->rendered.bytes(showing->rendered.context, data, len);
}

/* Removes the password from the URI of an item, because this URI is derived from a base
 * URI that may contain a password. */
static bool show_item(void *context, const struct everyuri_item *item)
{
	struct showing *showing = context;
	struct everyuri_item shown = *item;

	if (shown.uri.data)
		shown.uri = uri_shown(shown.uri, EVERYURI_RFC3986, &showing->item);
	return showing->rendered.item(showing->rendered.context, &shown);
}

struct everyuri_receiver show_receiver(struct showing *showing)
{
	return (struct everyuri_receiver){ showing, show_object, show_bytes, show_item };
}

bool show_end(struct showing *showing, bool good)
{
	struct answer *answer = showing->answer;
	bool fine = true;

	progress_end(&showing->progress);
	if (showing->page.socket >= 0)
		fine = reader_end(&showing->page, &showing->rendered);
	everyuri_render_end(&showing->render, good && fine);
	everyuri_buf_free(&showing->uri);
	everyuri_buf_free(&showing->item);
	if (fine)
		return true;
	answer_status(answer, EXIT_TROUBLE);
	everyuri_write_text(&answer->err, "everyuri: ");
	everyuri_write_text(&answer->err, answer->settings->command);
	everyuri_write_text(
		&answer->err,
		": the program that converts HTML to text failed; --format raw writes the HTML\n");
	return false;
}
