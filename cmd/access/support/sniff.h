/* sniff.h - what a document says of itself in its first bytes: get -i shows it. */
#ifndef CMD_ACCESS_SNIFF_H
#define CMD_ACCESS_SNIFF_H

#include <everyuri-access.h>

#define LOOK_MAX 16384 /* bytes that are looked at */

struct look {
	size_t n;
	char data[LOOK_MAX];
};

/* More of the document. */
void look_add(struct look *look, const char *data, size_t len);

/* The href of the first <base> of an HTML document that has one, without the blanks around it; data
 * NULL: there is none within LOOK_MAX.  It lies in look, which is changed. */
struct everyuri_text look_base(struct look *look);

/* The value of a field of a message's header, without the blanks around it and up to where it is
 * folded; data NULL: there is none.  name: in lower case, with its colon. */
struct everyuri_text look_field(const struct look *look, const char *name);

#endif
