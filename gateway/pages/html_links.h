/* html_links.h - lists the attributes of HTML and SVG that contain URLs, with the kind of URL. */
#ifndef GATEWAY_PAGES_HTML_LINKS_H
#define GATEWAY_PAGES_HTML_LINKS_H

enum html_kind {
	HTML_NOTHING,  /* not a URL */
	HTML_LINK,     /* a link that the user follows */
	HTML_PICTURE,  /* an image that the page loads */
	HTML_MEDIA,    /* audio or video that the page loads */
	HTML_SRCSET,   /* a list of images, of which the browser chooses one */
	HTML_CSS,      /* CSS declarations that may contain url() */
	HTML_REFRESH,  /* content of <meta>, which may be a refresh */
	HTML_BASE,     /* the base URL */
	HTML_OF_LINK,  /* href of <link>, whose kind depends on its rel */
	HTML_REL,      /* rel of <link>, which determines the kind of its href */
	HTML_ANIMATED, /* the name of an attribute that an animation sets */
	HTML_TARGET,   /* the name of a target window */
	HTML_LOST      /* useless or forbidden in the sandbox, therefore dropped */
};

/* Returns the kind of an attribute.  The names must be in lower case and
 * without XML prefixes.  The table has no names longer than HTML_NAME_MAX. */
enum html_kind eu_html_kind(const char *element, const char *attribute);

#endif
