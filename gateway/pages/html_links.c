/* The attributes that contain URLs.  Sources: HTML 4.3.1 and "Attributes" of its index,
 * HTML 4.01's index, SVG 2 appendix "Attributes". */
#include "gateway/pages/html_links.h"

#include <stddef.h>
#include <string.h>

static const struct html_link {
	const char *element; /* "*" means any element that has no row for this attribute */
	const char *attribute;
	enum html_kind kind;
} html_links[] = {
	/* Links that the user follows. */
	{ "*", "href", HTML_LINK },
	{ "*", "action", HTML_LINK },
	{ "*", "formaction", HTML_LINK },
	{ "*", "cite", HTML_LINK },
	{ "*", "longdesc", HTML_LINK },
	{ "*", "profile", HTML_LINK },
	{ "*", "data", HTML_LINK },
	{ "*", "src",
	  HTML_LINK }, /* frames and other objects that are not images; a text browser shows them as
	                * links */
	{ "base", "href", HTML_BASE },
	{ "meta", "content", HTML_REFRESH },
	{ "link", "href", HTML_OF_LINK },
	{ "link", "rel", HTML_REL },
	/* Subresources that the page loads. */
	{ "img", "src", HTML_PICTURE },
	{ "image", "src", HTML_PICTURE },
	{ "input", "src", HTML_PICTURE },
	{ "image", "href", HTML_PICTURE },
	{ "use", "href", HTML_PICTURE },
	{ "feimage", "href", HTML_PICTURE },
	{ "*", "poster", HTML_PICTURE },
	{ "*", "background", HTML_PICTURE },
	{ "*", "lowsrc", HTML_PICTURE },
	{ "*", "dynsrc", HTML_PICTURE },
	{ "audio", "src", HTML_MEDIA },
	{ "video", "src", HTML_MEDIA },
	{ "source", "src", HTML_MEDIA },
	{ "*", "srcset", HTML_SRCSET },
	{ "*", "imagesrcset", HTML_SRCSET },
	/* CSS that may contain url(). */
	{ "*", "style", HTML_CSS },
	{ "*", "fill", HTML_CSS },
	{ "*", "stroke", HTML_CSS },
	{ "*", "filter", HTML_CSS },
	{ "*", "mask", HTML_CSS },
	{ "*", "clip-path", HTML_CSS },
	{ "*", "marker", HTML_CSS },
	{ "*", "marker-start", HTML_CSS },
	{ "*", "marker-mid", HTML_CSS },
	{ "*", "marker-end", HTML_CSS },
	{ "*", "cursor", HTML_CSS },
	/* Dropped: requests that the user does not see, scripts, pages inside attributes,
	 * requests that reveal the page to others, and digests of content that is changed
	 * here. */
	{ "*", "ping", HTML_LOST },
	{ "*", "attributionsrc", HTML_LOST },
	{ "*", "srcdoc", HTML_LOST },
	{ "*", "manifest", HTML_LOST },
	{ "*", "archive", HTML_LOST },
	{ "*", "classid", HTML_LOST },
	{ "*", "codebase", HTML_LOST },
	{ "*", "code", HTML_LOST },
	{ "*", "base", HTML_LOST }, /* this is xml:base */
	{ "*", "schemalocation", HTML_LOST },
	{ "*", "crossorigin", HTML_LOST },
	{ "*", "integrity", HTML_LOST },
	{ "*", "referrerpolicy", HTML_LOST },
	{ "script", "src", HTML_LOST },
	{ "script", "href", HTML_LOST },
	{ "track", "src", HTML_LOST },
	{ "bgsound", "src", HTML_LOST },
	{ "*", "attributename", HTML_ANIMATED },
	{ "*", "target", HTML_TARGET },
	{ "*", "formtarget", HTML_TARGET },
};

enum html_kind eu_html_kind(const char *element, const char *attribute)
{
	enum html_kind any = HTML_NOTHING;

	for (size_t i = 0; i < sizeof html_links / sizeof *html_links; i++) {
		const struct html_link *row = &html_links[i];

		if (strcmp(row->attribute, attribute) != 0)
			continue;
		if (!strcmp(row->element, element))
			return row->kind;
		if (*row->element == '*')
			any = row->kind;
	}
	return any;
}
