/* surt.h - a URL while its SURT key is being made. */
#ifndef EU_KEY_SURT_H
#define EU_KEY_SURT_H

#include "key/key.h"

#define EU_SURT_NO_PORT UINT32_MAX

/* The URL while it is being rewritten. */
struct eu_surt {
	struct eu_key_area scheme, host, path, query;
	uint32_t port;
	char *shown; /* receives the text of each step, and finally the key */
	char *free;  /* the unused rest of the buffer */
};

static inline struct eu_key_area eu_key_area_of(char *data, const char *end)
{
	struct eu_key_area area = { data, (size_t)(end - data) };

	return area;
}

/** Returns whether the scheme is http or https. */
bool eu_surt_is_web(const struct eu_surt *surt);

/** Writes the text without accidental white space: without white space at its ends, and without
 *  tabs and line breaks.
 *  to: at least job->len bytes. */
struct eu_key_area eu_surt_trim(const struct eu_key_job *job, char *to);

/** Returns the offset, in the job's text, of byte n of the trimmed text. */
size_t eu_surt_untrimmed(const struct eu_key_job *job, size_t n);

/** Splits the trimmed text.  Returns: the first byte that is not allowed, or NULL. */
const char *eu_surt_cut(struct eu_surt *surt, struct eu_key_area text);

#endif
