/* Looks up messages that this machine has received: mid, cid, and news articles. */
#include "fetch/fetching.h"

/* ---- checking whether a message is also an article ------------------------------------------------- */

/* A message that is being passed on.  By RFC 5536 3.1.4 it is an article if it has the field
 * Newsgroups. */
struct passing {
	struct eu_fetching *f;
	size_t same; /* number of bytes of the current line that match the field's name */
	bool within; /* the current line has begun */
	bool body;   /* the header has ended */
	bool posted;
};

static void look_at(struct passing *passing, const char *data, size_t len)
{
	static const char name[] = "newsgroups:";

	for (size_t i = 0; i < len && !passing->body; i++) {
		unsigned char byte = (unsigned char)data[i];

		if (byte == '\r')
			continue;
		if (byte == '\n') {
			passing->body = !passing->within;
			passing->within = false;
			passing->same = 0;
			continue;
		}
		passing->within = true;
		if (passing->same == sizeof name)
			continue;
		if (eu_lower(byte) != (unsigned char)name[passing->same]) {
			passing->same = sizeof name; /* another field */
			continue;
		}
		passing->same++;
		if (passing->same == sizeof name - 1)
			passing->posted = passing->body = true;
	}
}

static bool passing_begin(void *context, const struct everyuri_object *object)
{
	struct passing *passing = context;

	return passing->f->own.begin(passing->f, object);
}

static bool passing_bytes(void *context, const char *data, size_t len)
{
	struct passing *passing = context;

	look_at(passing, data, len);
	return passing->f->own.bytes(passing->f, data, len);
}

static bool passing_item(void *context, const struct everyuri_item *item)
{
	struct passing *passing = context;

	return passing->f->own.item(passing->f, item);
}

/* Suggests a news URI, with which the user can fetch the rest of the thread. */
static void suggest_news(struct eu_fetching *f, struct everyuri_text id)
{
	static const char words[] = "the message was posted to news groups: ", any[] = "news:a@b";
	const struct everyuri_entry article = { .selector = id };
	struct everyuri_uri base;
	struct everyuri_buf text;
	struct everyuri_buf *uri = &f->item_buf;

	if (everyuri_parse(any, sizeof any - 1, EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL) ||
	    everyuri_entry_uri(&base, &article, uri, NULL))
		return;
	everyuri_buf_init(&text, NULL, 0, NULL);
	if (!eu_buf_reserve(&text, sizeof words - 1 + uri->len, NULL)) {
		memcpy(text.data, words, sizeof words - 1);
		memcpy(text.data + sizeof words - 1, uri->data, uri->len);
		eu_fetch_event(f, EVERYURI_EVENT_WARNING, text.data, sizeof words - 1 + uri->len);
	}
	everyuri_buf_free(&text);
}

/* ---- the look-up --------------------------------------------------------------------------------------- */

static bool is_of_news(const struct everyuri_step *step)
{
	struct everyuri_field store;

	return everyuri_step_field(step, EVERYURI_FIELD_STORE, &store) && store.text.len == 4 &&
	       !memcmp(store.text.data, "news", 4);
}

/* If the step has no news server as a fallback, warns that none is known. */
static void tell_no_server(struct eu_fetching *f, const struct everyuri_step *step)
{
	static const char words[] = "the URI has no server, and no news server is configured";
	struct everyuri_field other;

	if (!everyuri_step_field(step, EVERYURI_FIELD_OR, &other))
		eu_fetch_event(f, EVERYURI_EVENT_WARNING, words, sizeof words - 1);
}

enum everyuri_status eu_fetch_message(struct eu_fetching *f, const struct everyuri_step *step,
                                      struct everyuri_error *err)
{
	struct passing passing = { .f = f };
	const struct everyuri_receiver receiver = { &passing, passing_begin, passing_bytes,
		                                    passing_item };
	struct everyuri_text no_part = { NULL, 0 };
	const bool news = is_of_news(step);
	struct everyuri_field id, part;
	enum everyuri_status status;
	bool has_part;

	if (!everyuri_step_field(step, EVERYURI_FIELD_ID, &id))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "no message to look up");
	if (!f->options->n_mail)
		return eu_fail(err, EVERYURI_MISSING, 0, "configuration",
		               "no local mail is configured");
	has_part = everyuri_step_field(step, EVERYURI_FIELD_PART, &part);
	status = eu_store_message(id.text, has_part ? part.text : no_part, f->options->mail,
	                          f->options->n_mail, f->options->mail_index,
	                          has_part || news ? &f->own : &receiver, err);
	if (!status && passing.posted)
		suggest_news(f, id.text);
	if (status == EVERYURI_MISSING && news)
		tell_no_server(f, step);
	return status;
}
