/* Ranges of bytes (RFC 9110 14): what a player asks for where it is told to begin somewhere else.
 *
 * Servers are asked for all of an object, because few of the protocols know better, and what lies in front of
 * the range is dropped here. */
#include "gateway/pages/internal.h"

/* Digits from *at on.  Returns: were there any, and do they make a number? */
static bool take_number(struct everyuri_text text, size_t *at, uint64_t *number)
{
	const size_t begin = *at;

	for (*number = 0; *at < text.len; ++*at) {
		const char c = text.data[*at];

		if (c < '0' || c > '9')
			break;
		if (*number > (UINT64_MAX - 9) / 10)
			return false;
		*number = *number * 10 + (uint64_t)(c - '0');
	}
	return *at > begin;
}

/* 14.1.2: "bytes=", then "first-last", "first-" or "-length"; of a list nothing is read. */
static bool read_range(struct everyuri_text text, uint64_t length, struct eu_page_range *range)
{
	static const char unit[] = "bytes=";
	size_t at = sizeof unit - 1;
	uint64_t number;
	bool has_first;

	if (!eu_page_begins_with(text, unit))
		return false;
	has_first = take_number(text, &at, &range->first);
	if (at == text.len || text.data[at++] != '-')
		return false;
	range->last = length - 1;
	if (at == text.len)
		return has_first;
	if (!take_number(text, &at, &number) || at != text.len ||
	    (has_first && number < range->first))
		return false;
	if (has_first)
		range->last = number < length ? number : length - 1;
	else /* of nothing at the end there is nothing to be had */
		range->first = !number ? length : number < length ? length - number : 0;
	return true;
}

/* 13.1.5: an If-Range names what we never gave, so that all of it is to be sent. */
enum page_ranged eu_page_range(const struct http_request *request, uint64_t length,
                               struct eu_page_range *range)
{
	if (!request || request->method != HTTP_GET || length == EVERYURI_LENGTH_UNKNOWN ||
	    !length || eu_http_field(request, "If-Range").data ||
	    !read_range(eu_http_field(request, "Range"), length, range))
		return PAGE_WHOLE;
	return range->first < length ? PAGE_RANGE : PAGE_NO_RANGE;
}
