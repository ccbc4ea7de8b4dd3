/* key.h - declarations shared by the profiles. */
#ifndef EU_KEY_KEY_H
#define EU_KEY_KEY_H

#include "base/base.h"
#include "everyuri/key.h"

/** One call of everyuri_key. */
struct eu_key_job {
	const char *text;
	size_t len;
	const struct everyuri_key_options *options;
	struct everyuri_buf *buf;
	struct everyuri_error *err;
};

/** Reports a step to the caller's callback, if any. */
void eu_key_tell(const struct eu_key_job *job, const char *name, const char *clause,
                 const char *data, size_t len);

/** Make the key of a profile, and write it to job->buf. */
enum everyuri_status eu_key_rfc3986(const struct eu_key_job *job, enum everyuri_level level);
enum everyuri_status eu_key_whatwg(const struct eu_key_job *job);
enum everyuri_status eu_key_surt(const struct eu_key_job *job, bool with_scheme);
enum everyuri_status eu_key_domain(const struct eu_key_job *job, unsigned psl_flags);

/** Writes a host name in A-labels and lower case.
 *  ascii: at least cap bytes.
 *  Returns: the length of the result, 0 if it is not a name, or more than cap if it is too long. */
size_t eu_key_name(const char *name, size_t len, char *ascii, size_t cap);

/* ---- SURT ------------------------------------------------------------------------- */

/** Bytes in the job's buffer that a step changes in place. */
struct eu_key_area {
	char *data; /* NULL if absent */
	size_t len;
};

/** Remove session identifiers from a path (those of ASP.NET) or from a query. */
void eu_key_path_session(struct eu_key_area *path);
void eu_key_query_session(struct eu_key_area *query);

/** Decodes escapes repeatedly until none is left. */
void eu_key_unescape(struct eu_key_area *area);

/** Removes dot segments and empty segments from the path of a URI with a host. */
void eu_key_surt_path(struct eu_key_area *path);

/** Rewrites dots, numbers and case in the host, as web archives do. */
void eu_key_surt_host(struct eu_key_area *host);

/** Sorts the pairs of a query by their bytes.
 *  to: at least query->len bytes. spans: an array with two entries for each pair. */
void eu_key_sort_pairs(struct eu_key_area *query, char *to, struct everyuri_span *spans);

#endif
