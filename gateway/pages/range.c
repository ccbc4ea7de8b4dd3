/* Byte ranges (RFC 9110 14).  A player requests them when the user seeks.
 *
 * The whole object is fetched, because few protocols support ranges.  The bytes before the range
 * are discarded. */
#include "gateway/pages/internal.h"

/* Reads the digits at *at.  Returns false if there are none or if the number is too large. */
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

/* 14.1.2: reads "bytes=", then "first-last", "first-" or "-length".  Returns false for anything
 * else, including a list of ranges. */
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
	else /* "-0" requests no bytes, so it cannot be satisfied */
		range->first = !number ? length : number < length ? length - number : 0;
	return true;
}

/* 13.1.5: an If-Range never matches, because we send no validators.  So a request with If-Range
 * gets the whole object. */
enum page_ranged eu_page_range(const struct http_request *request, uint64_t length,
                               struct eu_page_range *range)
{
	if (!request || request->method != HTTP_GET || length == EVERYURI_LENGTH_UNKNOWN ||
	    !length || eu_http_field(request, "If-Range").data ||
	    !read_range(eu_http_field(request, "Range"), length, range))
		return PAGE_WHOLE;
	return range->first < length ? PAGE_RANGE : PAGE_NO_RANGE;
}
