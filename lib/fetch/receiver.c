/* Wraps the caller's receiver.  Adds the URI to each item.  If a document has no media type,
 * guesses one from the suffix. */
#include "fetch/fetching.h"

static bool begin_object(void *context, const struct everyuri_object *object)
{
	struct eu_fetching *f = context;
	struct everyuri_object shown = *object;

	f->told = true;
	shown.uri = eu_fetch_uri(f);
	shown.address_class = f->net.from;
	if (!shown.media_type.data && shown.kind == EVERYURI_DOCUMENT)
		shown.media_type = f->media_type;
	return f->receiver->begin(f->receiver->context, &shown);
}

static bool take_bytes(void *context, const char *data, size_t len)
{
	struct eu_fetching *f = context;

	f->bytes += len;
	return f->receiver->bytes(f->receiver->context, data, len);
}

/* Returns whether the text is a full URI by RFC 3986; only those are passed on. */
static bool is_uri(struct everyuri_text text)
{
	return text.data && !everyuri_check(text.data, text.len, EVERYURI_RFC3986, 0, NULL);
}

static bool take_item(void *context, const struct everyuri_item *item)
{
	struct eu_fetching *f = context;
	struct everyuri_item shown = *item;
	const struct everyuri_entry entry = { .type = item->type,
		                              .selector = item->selector,
		                              .host = item->host,
		                              .port = item->port,
		                              .name = item->name };
	enum everyuri_status status;

	const struct everyuri_policy *policy = f->net.policy;
	bool leads = item->kind != EVERYURI_ITEM_TEXT && item->kind != EVERYURI_ITEM_ERROR;

	if (policy && policy->max_items && f->n_items == policy->max_items) {
		f->too_many = true;
		return false;
	}
	f->n_items++;
	if (shown.uri.data && !is_uri(shown.uri))
		shown.uri = (struct everyuri_text){ NULL, 0 };
	if (leads && !shown.uri.data) {
		status = everyuri_entry_uri(&f->uri, &entry, &f->item_buf, NULL);
		if (status == EVERYURI_NO_MEMORY) {
			f->no_memory = true;
			return false;
		}
		if (!status)
			shown.uri = (struct everyuri_text){ f->item_buf.data, f->item_buf.len };
	}
	return f->receiver->item(f->receiver->context, &shown);
}

void eu_fetch_receive(struct eu_fetching *f)
{
	f->own = (struct everyuri_receiver){ f, begin_object, take_bytes, take_item };
}
