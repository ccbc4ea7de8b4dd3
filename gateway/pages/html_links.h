/* html_links.h - lists which attributes of HTML and SVG hold URLs, and of which kind. */
#ifndef GATEWAY_PAGES_HTML_LINKS_H
#define GATEWAY_PAGES_HTML_LINKS_H

enum html_kind {
	HTML_NOTHING,  /* not a URL */
	HTML_LINK,     /* a link to follow */
	HTML_PICTURE,  /* an image that the page loads */
	HTML_MEDIA,    /* audio or video that it loads */
	HTML_SRCSET,   /* a choice of images */
	HTML_CSS,      /* CSS declarations that may contain url() */
	HTML_REFRESH,  /* content of <meta>, which may be a refresh */
	HTML_BASE,     /* the base URL */
	HTML_OF_LINK,  /* href of <link>, whose kind depends on its rel */
	HTML_REL,      /* rel of <link> */
	HTML_ANIMATED, /* the name of an attribute that an animation sets */
	HTML_TARGET,   /* the name of a target window */
	HTML_LOST      /* useless or forbidden in the sandbox: dropped */
};

/* Returns the kind of an attribute.  Names are in lower case, without XML
 * prefixes.  Names longer than HTML_NAME_MAX are not in the table. */
enum html_kind eu_html_kind(const char *element, const char *attribute);

#endif
