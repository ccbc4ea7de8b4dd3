/* html_links.h - which attributes of HTML and SVG hold addresses, and what each is for. */
#ifndef GATEWAY_PAGES_HTML_LINKS_H
#define GATEWAY_PAGES_HTML_LINKS_H

enum html_kind {
	HTML_NOTHING,  /* no address */
	HTML_LINK,     /* what the reader may go to */
	HTML_PICTURE,  /* what the page loads, and what that has to be */
	HTML_MEDIA,    /* sound and film */
	HTML_SRCSET,   /* pictures to choose from */
	HTML_CSS,      /* declarations, with url() among them */
	HTML_REFRESH,  /* of <meta>: seconds and an address, or none */
	HTML_BASE,     /* what the others are relative to */
	HTML_OF_LINK,  /* href of <link>: its rel tells */
	HTML_REL,      /* that rel */
	HTML_ANIMATED, /* the name of an attribute that an animation sets */
	HTML_TARGET,   /* a window */
	HTML_LOST      /* what a page in a sandbox has no use for, or must not do */
};

/* In lower case, without the prefixes that XML knows.  A name that is longer than HTML_NAME_MAX is none of them. */
enum html_kind eu_html_kind(const char *element, const char *attribute);

#endif
