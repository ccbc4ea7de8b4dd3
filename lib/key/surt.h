/* surt.h - a URL on its way to its SURT key. */
#ifndef EU_KEY_SURT_H
#define EU_KEY_SURT_H

#include "key/key.h"

#define EU_SURT_NO_PORT UINT32_MAX

/* The URL on its way. */
struct eu_surt {
	struct eu_key_area scheme, host, path, query;
	uint32_t port;
	char *shown; /* where a step is put together to be told; at last the key */
	char *free;  /* the rest of the buffer */
};

static inline struct eu_key_area eu_key_area_of(char *data, const char *end)
{
	struct eu_key_area area = { data, (size_t)(end - data) };

	return area;
}

/** Is the scheme http or https? */
bool eu_surt_is_web(const struct eu_surt *surt);

/** The text without the white space that nobody types on purpose: at its ends, and tabs and
 *  line breaks anywhere.  to: room for job->len bytes. */
struct eu_key_area eu_surt_trim(const struct eu_key_job *job, char *to);

/** Where in the job's text the byte stands that is number n of the trimmed one. */
size_t eu_surt_untrimmed(const struct eu_key_job *job, size_t n);

/** Cut the trimmed text.  Returns: the byte that cannot be there, or NULL. */
const char *eu_surt_cut(struct eu_surt *surt, struct eu_key_area text);

#endif
