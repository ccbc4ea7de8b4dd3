/* Serves the style sheet, script and icon of our own pages. */
#include "gateway/pages/parts.h"

#include "gateway/pages/internal.h"

bool eu_page_part(struct http_response *response, struct everyuri_text name)
{
	static const char cache[] = "max-age=600"; /* in seconds; short, so that browsers soon get a
	                                            * new version */

	for (size_t i = 0; i < eu_n_embedded_parts; i++) {
		const struct part *part = &eu_embedded_parts[i];

		if (name.len != strlen(part->name) || memcmp(name.data, part->name, name.len))
			continue;
		eu_http_response_field(response, "Cache-Control", cache, sizeof cache - 1);
		eu_http_response_begin(response, 200, part->media_type, strlen(part->media_type),
		                       HTTP_PART, part->len);
		everyuri_write(&response->w, (const char *)part->data, part->len);
		return true;
	}
	return false;
}
