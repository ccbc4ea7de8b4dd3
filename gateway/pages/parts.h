/* parts.h - our own files, which the build converts to C with tools/embed. */
#ifndef GATEWAY_PAGES_PARTS_H
#define GATEWAY_PAGES_PARTS_H

#include <stddef.h>

struct part {
	const char *name, *media_type;
	const unsigned char *data;
	size_t len;
};

extern const struct part eu_embedded_parts[];
extern const size_t eu_n_embedded_parts;

#endif
