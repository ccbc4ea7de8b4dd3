/* Links to other messages, by message-id, and to newsgroups. */
#include "gateway/pages/mail.h"

#define BASE_MAX 512 /* bytes of a base URI */

/* ---- lists ------------------------------------------------------------------------------------------- */

/* RFC 5322 3.6.4: an id is between "<" and ">".  Skips any other text. */
bool eu_mail_next_id(struct everyuri_text *list, struct everyuri_text *id)
{
	const char *end = list->data ? list->data + list->len : NULL;
	const char *begin = list->data ? memchr(list->data, '<', list->len) : NULL;
	const char *close = begin ? memchr(begin, '>', (size_t)(end - begin)) : NULL;

	if (!close)
		return false;
	*id = (struct everyuri_text){ begin + 1, (size_t)(close - begin - 1) };
	*list = (struct everyuri_text){ close + 1, (size_t)(end - close - 1) };
	return true;
}

static bool is_between_groups(char c)
{
	return c == ',' || c == ' ' || c == '\t';
}

/* RFC 5536 3.1.4: groups are separated by commas. */
bool eu_mail_next_group(struct everyuri_text *list, struct everyuri_text *group)
{
	while (list->data && list->len && is_between_groups(*list->data)) {
		list->data++;
		list->len--;
	}
	if (!list->data || !list->len)
		return false;
	*group = (struct everyuri_text){ list->data, 0 };
	while (list->len && !is_between_groups(*list->data)) {
		list->data++;
		list->len--;
		group->len++;
	}
	return true;
}

/* ---- URIs --------------------------------------------------------------------------------------------- */

/* Makes a base URI for the same server.  nntp URIs identify articles by number,
 * news URIs by message-id (RFC 5538 2.1). */
static struct everyuri_text base_at_server(struct everyuri_text uri, const char *front,
                                           char base[BASE_MAX])
{
	const char *slashes = memchr(uri.data, ':', uri.len), *end;
	size_t n = strlen(front), len;

	len = uri.len - (size_t)(slashes - uri.data);
	if (len < 4 || memcmp(slashes, "://", 3) != 0)
		return PAGE_TEXT("news:a@b");
	end = memchr(slashes + 3, '/', len - 3);
	len = end ? (size_t)(end - slashes) + 1 : len;
	if (n + len >= BASE_MAX)
		return PAGE_TEXT("news:a@b");
	memcpy(base, front, n);
	memcpy(base + n, slashes, len);
	return (struct everyuri_text){ base, n + len };
}

/* Returns the base for the URIs of other articles. */
static struct everyuri_text base_of(const struct page *page, char base[BASE_MAX])
{
	const struct everyuri_scheme_info *info = eu_page_scheme(page->uri);

	if (!info || !info->by_id)
		return PAGE_TEXT("news:a@b");
	if (!strcmp(info->by_id, info->name))
		return page->uri;
	return base_at_server(page->uri, info->by_id, base);
}

static bool entry_of(const struct page *page, const struct everyuri_entry *entry,
                     struct everyuri_buf *uri)
{
	char memory[BASE_MAX];
	struct everyuri_text text = base_of(page, memory);
	struct everyuri_uri base;

	return !everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, NULL,
	                       NULL, &base, NULL) &&
	       !everyuri_entry_uri(&base, entry, uri, NULL);
}

/* RFC 2392 2: writes "mid:" and the id, percent-encoded where required. */
static bool mid_of(struct everyuri_text id, struct everyuri_buf *uri)
{
	struct everyuri_byte_set keep = { { 0, 0, 0, 0, 0, 0, 0, 0 } };
	static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				   "0123456789-._~@mid:";
	char text[1200];
	size_t len = id.len + 4;

	if (!id.len || len > sizeof text)
		return false;
	memcpy(text, "mid:", 4);
	memcpy(text + 4, id.data, id.len);
	for (size_t i = 0; i < sizeof kept - 1; i++)
		keep.word[(unsigned char)kept[i] >> 5] |= 1u << ((unsigned char)kept[i] & 31);
	return !everyuri_encode(text, len, &keep, 0, uri, NULL);
}

bool eu_mail_other(const struct page *page, const struct everyuri_message *message,
                   struct everyuri_text id, struct everyuri_buf *uri)
{
	const struct everyuri_scheme_info *info = eu_page_scheme(page->uri);
	const bool article =
		(info && info->by_id) || message->field[EVERYURI_MESSAGE_NEWSGROUPS].data;
	const struct everyuri_entry entry = { .selector = id };

	return article ? entry_of(page, &entry, uri) : mid_of(id, uri);
}

bool eu_mail_group(const struct page *page, struct everyuri_text group, struct everyuri_buf *uri)
{
	const struct everyuri_entry entry = { .name = group };

	return entry_of(page, &entry, uri);
}
