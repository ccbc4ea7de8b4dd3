/* sniff.h - finds metadata in the first bytes of a document, for get -i. */
#ifndef CMD_ACCESS_SNIFF_H
#define CMD_ACCESS_SNIFF_H

#include <everyuri-access.h>

#define LOOK_MAX 16384 /* maximum bytes of the document that are kept */

struct look {
	size_t n;
	char data[LOOK_MAX];
};

/* Adds the next bytes of the document. */
void look_add(struct look *look, const char *data, size_t len);

/* Returns the href of the first <base> of an HTML document that has an href, without surrounding
 * white space.  Its data is NULL if there is none within LOOK_MAX bytes.  The result points into
 * `look`, whose text is modified. */
struct everyuri_text look_base(struct look *look);

/* Returns the value of a header field, up to its first line break and without surrounding white
 * space.  Its data is NULL if there is no such field.  name: in lower case, with its colon. */
struct everyuri_text look_field(const struct look *look, const char *name);

#endif
