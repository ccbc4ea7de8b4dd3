/* alike.h - compare the fast paths of RFC 3986 for resolving and normalising with the reference code.
 *
 * Where a fast path gives a result, the reference must give the same bytes and components. */
#ifndef TESTS_PROOF_ALIKE_H
#define TESTS_PROOF_ALIKE_H

#include "grammar/rfc3986/rfc3986.h"
#include "grammar/rfc3986/short.h"
#include "uri/normal.h"

#include <everyuri.h>

#include <string.h>

#define TEXT_ROOM 1000 /* bytes: the longest base or text */

struct fast_paths {
	struct everyuri_buf buf;
	enum eu_kernel kernel[EU_N_KERNELS];
	size_t n_kernels;
	unsigned long joined, normal;
};

static inline void fast_paths_init(struct fast_paths *ways)
{
	memset(ways, 0, sizeof *ways);
	everyuri_buf_init(&ways->buf, NULL, 0, NULL);
	for (int kernel = 0; kernel < EU_N_KERNELS; kernel++)
		if (eu_kernel_here((enum eu_kernel)kernel))
			ways->kernel[ways->n_kernels++] = (enum eu_kernel)kernel;
}

static inline bool same_spans(const struct everyuri_span *a, const struct everyuri_span *b)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a[part].begin != b[part].begin || a[part].end != b[part].end)
			return false;
	return true;
}

/* 5.2.2 by the reference code, and everyuri_parse of the result. */
static inline bool joins_alike(struct fast_paths *ways, enum eu_kernel kernel,
                               const struct everyuri_uri *base, const char *text, size_t len)
{
	char want[TEXT_ROOM * 2];
	struct everyuri_uri ref, read, uri;
	struct eu_joined joined;
	enum everyuri_status s;
	size_t n;

	if (!eu_rfc3986_join(kernel, base, text, (uint32_t)len, &joined))
		return true;
	ways->joined++;
	if (eu_rfc3986_read(text, (uint32_t)len, EU_RFC3986_REFERENCE, &ref, NULL))
		return false;
	n = eu_rfc3986_resolve(base, &ref, false, want);
	if (n != joined.keep + len - joined.skip || memcmp(want, base->text, joined.keep) != 0 ||
	    memcmp(want + joined.keep, text + joined.skip, len - joined.skip) != 0)
		return false;
	if (eu_rfc3986_read(want, (uint32_t)n, 0, &read, NULL) ||
	    !same_spans(read.part, joined.part) || read.host_kind != joined.host_kind)
		return false;
	s = everyuri_parse(text, len, EVERYURI_RFC3986, 0, base, &ways->buf, &uri, NULL);
	return !s && uri.len == n && !memcmp(uri.text, want, n) &&
	       same_spans(uri.part, read.part) && uri.host_kind == read.host_kind &&
	       uri.flags == EVERYURI_REWRITTEN && !uri.n_extra &&
	       uri.standard == EVERYURI_RFC3986 && ways->buf.len == n;
}

/* 6.2.2 by the reference code. */
static inline bool normalises_alike(struct fast_paths *ways, const char *text, size_t len,
                                    enum everyuri_standard standard)
{
	struct everyuri_uri uri;

	if (everyuri_parse(text, len, standard, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri, NULL))
		return true;
	for (size_t k = 0; k < ways->n_kernels; k++) {
		char want[TEXT_ROOM * 4];
		struct eu_out out = { want, 0 };

		if (!eu_rfc3986_is_normal(ways->kernel[k], &uri))
			continue;
		ways->normal++;
		eu_normal_write(&out, &uri, EVERYURI_LEVEL_SYNTAX);
		if (out.len != len || memcmp(want, text, len) != 0)
			return false;
	}
	for (int level = EVERYURI_LEVEL_SYNTAX; level <= EVERYURI_LEVEL_SCHEME; level++) {
		char want[TEXT_ROOM * 4];
		struct eu_out out = { want, 0 };

		eu_normal_write(&out, &uri, (enum everyuri_level)level);
		if (everyuri_normalize(&uri, (enum everyuri_level)level, &ways->buf, NULL, NULL) ||
		    ways->buf.len != out.len ||
		    (out.len && memcmp(ways->buf.data, want, out.len) != 0))
			return false;
	}
	return true;
}

#endif
