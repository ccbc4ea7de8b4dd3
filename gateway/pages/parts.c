/* Style, script and icon of our own pages. */
#include "gateway/pages/parts.h"

#include "gateway/pages/inner.h"

bool page_part(struct http_response *response, struct everyuri_text name)
{
	static const char cache[] = "max-age=600"; /* seconds: a new version is seen soon */

	for (size_t i = 0; i < n_embedded_parts; i++) {
		const struct part *part = &embedded_parts[i];

		if (name.len != strlen(part->name) || memcmp(name.data, part->name, name.len))
			continue;
		http_response_field(response, "Cache-Control", cache, sizeof cache - 1);
		http_response_begin(response, 200, part->media_type, strlen(part->media_type),
		                    HTTP_PART, part->len);
		everyuri_write(&response->w, (const char *)part->data, part->len);
		return true;
	}
	return false;
}
