/* item_parse.c - parses items and the value of --base as URIs. */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

size_t item_join(struct answer *answer, const struct item *item)
{
	const char *scheme = answer->settings->default_scheme;

	if (!scheme || item->cut)
		return 0;
	size_t n = strlen(scheme);
	size_t len = n + 3 + item->len;

	if (len > answer->joined_cap) {
		char *grown = realloc(answer->joined, len);

		if (!grown) {
			answer_no_memory(answer);
			return 0;
		}
		answer->joined = grown;
		answer->joined_cap = len;
	}
	memcpy(answer->joined, scheme, n);
	memcpy(answer->joined + n, "://", 3);
	memcpy(answer->joined + n + 3, item->data, item->len);
	return len;
}

/* Returns whether an item is a host and a port, which a parser takes for a scheme: "localhost:3000", "h.example:80/x".
 * A registered scheme is none: "tel:911". */
static bool is_host_and_port(const struct item *item)
{
	const char *colon = item->len ? memchr(item->data, ':', item->len) : NULL;
	size_t end, name = colon ? (size_t)(colon - item->data) : 0;

	for (end = name + 1; end < item->len && eu_is_digit((unsigned char)item->data[end]);)
		end++;
	return name && end > name + 1 && end - name <= 6 &&
	       (end == item->len || memchr("/?#", item->data[end], 3)) &&
	       !is_registered_scheme(item->data, name);
}

enum everyuri_status item_read(struct answer *answer, const struct item *item,
                               enum everyuri_standard standard, unsigned flags,
                               const struct everyuri_uri *base, struct everyuri_uri *uri,
                               struct everyuri_error *error)
{
	answer->joined_len = 0;
	if (item->cut) {
		*error = item_too_long(answer);
		return EVERYURI_TOO_LONG;
	}
	bool is_host = answer->settings->default_scheme && !base && is_host_and_port(item);
	enum everyuri_status status = everyuri_parse(item->data, item->len, standard, flags, base,
	                                             &answer->buf[0], uri, error);

	if ((status != EVERYURI_INVALID && !(is_host && !status)) ||
	    !answer->settings->default_scheme)
		return status;
	/* If the item is also invalid with the default scheme, reports the
	 * error of the item without it. */
	size_t len = item_join(answer, item);
	enum everyuri_status joined = len ? everyuri_parse(answer->joined, len, standard, flags,
	                                                   base, &answer->buf[0], uri, NULL) :
	                                    EVERYURI_INVALID;

	if (joined == EVERYURI_NO_MEMORY)
		answer_no_memory(answer);
	if (joined)
		return is_host ? everyuri_parse(item->data, item->len, standard, flags, base,
		                                &answer->buf[0], uri, error) :
		                 status;
	answer->joined_len = len;
	return EVERYURI_OK;
}

struct given given_text(const struct answer *answer, const struct item *item)
{
	if (!answer->joined_len)
		return (struct given){ item->data, item->len, 0 };
	return (struct given){ answer->joined, answer->joined_len, answer->joined_len - item->len };
}

void item_compare(struct answer *answer, const struct item *item, uint32_t standards,
                  struct everyuri_comparison *found)
{
	struct everyuri_error error = item_too_long(answer);
	enum everyuri_status status = EVERYURI_TOO_LONG;

	answer->joined_len = 0;
	if (!item->cut)
		status = everyuri_compare(item->data, item->len, standards, 0, &answer->buf[0],
		                          found, &error);
	size_t len = !status && (!found->accepted || is_host_and_port(item)) ?
	                     item_join(answer, item) :
	                     0;

	if (len) {
		struct everyuri_comparison joined;

		if (everyuri_compare(answer->joined, len, standards, 0, &answer->buf[1], &joined,
		                     NULL)) {
			answer_no_memory(answer);
		} else if (joined.accepted) {
			*found = joined;
			answer->joined_len = len;
		}
	}
	if (!status)
		return;
	*found = (struct everyuri_comparison){ .asked = standards, .first = EVERYURI_N_PARTS };
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		found->reading[s].status = status;
		found->reading[s].error = error;
	}
	answer_failed(answer, &error);
}

uint32_t standards_asked(const struct settings *settings)
{
	uint32_t asked = 0;

	for (size_t i = 0; i < settings->n_standards; i++)
		asked |= 1u << settings->standard[i];
	return asked;
}

int base_read(const struct settings *settings, const char *text, unsigned flags,
              struct everyuri_uri *base)
{
	/* Holds the text of a base that the standard rewrites, until the command exits. */
	static struct everyuri_buf buf;
	struct everyuri_error error;

	if (!text)
		return usage_error(settings, "missing --base URI");
	flags &= ~(unsigned)EVERYURI_ADMIT_PARTIAL; /* a base must not be a relative reference */
	if (!buf.data)
		everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_parse(text, strlen(text), settings->standard[0], flags, NULL, &buf, base,
	                    &error))
		return -1;
	return usage_error(settings, "--base: byte %zu: %s (%s)", error.at, error.message,
	                   error.clause);
}
