#include "uri/standards.h"

#include "grammar/rfc1630/rfc1630.h"
#include "grammar/rfc1738/rfc1738.h"
#include "grammar/rfc1808/rfc1808.h"
#include "grammar/rfc2396/rfc2396.h"
#include "grammar/rfc3986/fast.h"
#include "grammar/rfc3986/rfc3986.h"
#include "grammar/rfc3986/rows.h"
#include "grammar/rfc3987/rfc3987.h"
#include "grammar/uri1994/uri1994.h"
#include "grammar/url1993/url1993.h"
#include "grammar/whatwg/canonical.h"
#include "grammar/whatwg/whatwg.h"

static enum everyuri_status read_url1993(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	return eu_url1993_parse(text, len, flags & EVERYURI_ADMIT_PARTIAL, uri, err);
}

static enum everyuri_status read_uri1994(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	return eu_uri1994_parse(text, len, flags & EVERYURI_ADMIT_PARTIAL, uri, err);
}

static enum everyuri_status read_rfc1630(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	return eu_rfc1630_parse(text, len, flags & EVERYURI_ADMIT_PARTIAL, uri, err);
}

/* Parses by RFC 1738.  RFC 1738 2.3 leaves partial forms to another document, which is RFC 1808. */
static enum everyuri_status read_rfc1738(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	struct everyuri_error full, partial;
	enum everyuri_status s = eu_rfc1738_parse(text, len, uri, &full);

	if (!s || !(flags & EVERYURI_ADMIT_PARTIAL)) {
		if (s && err)
			*err = full;
		return s;
	}
	s = eu_rfc1808_parse_relative(text, len, uri, &partial);
	if (!s)
		uri->flags |= EVERYURI_BY_RFC1808;
	/* If both attempts fail, report the position of the one that got further. */
	else if (err)
		*err = partial.at > full.at ? partial : full;
	return s;
}

static enum everyuri_status read_rfc1808(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	return eu_rfc1808_parse(text, len, flags & EVERYURI_ADMIT_PARTIAL, uri, err);
}

static enum everyuri_status read_rfc2396(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	return eu_rfc2396_parse(text, len, flags & EVERYURI_ADMIT_PARTIAL, uri, err);
}

static enum everyuri_status read_rfc3986(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	unsigned admit = (flags & EVERYURI_ADMIT_PARTIAL ? EU_RFC3986_REFERENCE : 0u) |
	                 (flags & EVERYURI_ADMIT_ZONE ? EU_RFC3986_ZONE : 0u);

	return eu_rfc3986_parse(text, len, admit, uri, err);
}

static enum everyuri_status read_rfc3987(const char *text, uint32_t len, unsigned flags,
                                         struct everyuri_uri *uri, struct everyuri_error *err)
{
	return eu_rfc3987_parse(text, len, flags & EVERYURI_ADMIT_PARTIAL, uri, err);
}

static size_t resolve_url1993(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                              bool loose, char *data)
{
	(void)loose;
	return eu_url1993_resolve(base, ref, data);
}

/* Resolves by the draft of 1994.  Also used for RFC 1630, whose only additional condition
 * contradicts its own example for "/g". */
static size_t resolve_uri1994(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                              bool loose, char *data)
{
	(void)loose;
	return eu_uri1994_resolve(base, ref, data);
}

static size_t resolve_rfc1808(const struct everyuri_uri *base, const struct everyuri_uri *ref,
                              bool loose, char *data)
{
	(void)loose;
	return eu_rfc1808_resolve(base, ref, data);
}

const struct eu_standard eu_uri_standards[EVERYURI_N_STANDARDS] = {
	[EVERYURI_URL1993] = { .name = "url1993",
	                       .parse = read_url1993,
	                       .shapes = &eu_shapes_1994,
	                       .resolve = resolve_url1993,
	                       .style = EU_NORMAL_OLD,
	                       .void_fragment_is_none = true,
	                       .old_partial_forms = true },
	[EVERYURI_URI1994] = { .name = "uri1994",
	                       .parse = read_uri1994,
	                       .shapes = &eu_shapes_1994,
	                       .resolve = resolve_uri1994,
	                       .style = EU_NORMAL_OLD,
	                       .void_fragment_is_none = true,
	                       .old_partial_forms = true },
	[EVERYURI_RFC1630] = { .name = "rfc1630",
	                       .parse = read_rfc1630,
	                       .shapes = &eu_shapes_1630,
	                       .resolve = resolve_uri1994,
	                       .style = EU_NORMAL_OLD,
	                       .void_fragment_is_none = true,
	                       .old_partial_forms = true },
	[EVERYURI_RFC1738] = { .name = "rfc1738",
	                       .parse = read_rfc1738,
	                       .shapes = &eu_shapes_1738,
	                       .resolve = resolve_rfc1808,
	                       .style = EU_NORMAL_OLD },
	[EVERYURI_RFC1808] = { .name = "rfc1808",
	                       .parse = read_rfc1808,
	                       .shapes = &eu_shapes_1808,
	                       .resolve = resolve_rfc1808,
	                       .style = EU_NORMAL_OLD },
	[EVERYURI_RFC2396] = { .name = "rfc2396",
	                       .parse = read_rfc2396,
	                       .shapes = &eu_shapes_2396,
	                       .resolve = eu_rfc2396_resolve,
	                       .is_opaque = eu_rfc2396_is_opaque,
	                       .style = EU_NORMAL_GENERIC,
	                       .resolves_full_forms = true },
	[EVERYURI_RFC3986] = { .name = "rfc3986",
	                       .parse = read_rfc3986,
	                       .resolve = eu_rfc3986_resolve,
	                       .style = EU_NORMAL_GENERIC,
	                       .resolves_full_forms = true },
	/* RFC 3987 6.5: resolves as RFC 3986 5.2 does. */
	[EVERYURI_RFC3987] = { .name = "rfc3987",
	                       .parse = read_rfc3987,
	                       .resolve = eu_rfc3986_resolve,
	                       .style = EU_NORMAL_GENERIC,
	                       .resolves_full_forms = true },
	[EVERYURI_WHATWG] = { .name = "whatwg",
	                      .rewrite = eu_whatwg_rewrite,
	                      .style = EU_NORMAL_ITSELF },
};

eu_uri_cut_fn *eu_uri_cut(enum everyuri_standard standard)
{
	enum eu_kernel kernel = eu_kernel_best();

	/* LCOV_EXCL_BR_LINE: other processors: true only without vectors */
	if (kernel == EU_KERNEL_PLAIN)
		return NULL;
	return standard == EVERYURI_RFC3986 ? eu_rfc3986_kernel(kernel)->cut :
	       standard == EVERYURI_WHATWG  ? eu_whatwg_cut(kernel) :
	                                      NULL;
}

eu_columns_fn *eu_uri_cut_columns(enum everyuri_standard standard)
{
	return standard == EVERYURI_RFC3986 ? eu_rfc3986_rows(eu_kernel_best()) : NULL;
}

const char *everyuri_standard_name(enum everyuri_standard standard)
{
	return (size_t)standard < EVERYURI_N_STANDARDS ? eu_uri_standards[standard].name : NULL;
}

bool everyuri_standard_built(enum everyuri_standard standard)
{
	return (size_t)standard < EVERYURI_N_STANDARDS &&
	       /* LCOV_EXCL_BR_LINE: every standard is in this build */
	       eu_uri_is_built(&eu_uri_standards[standard]);
}

enum everyuri_status everyuri_standard_find(const char *name, size_t len,
                                            enum everyuri_standard *standard)
{
	for (int k = 0; k < EVERYURI_N_STANDARDS; k++) {
		if (strlen(eu_uri_standards[k].name) != len ||
		    memcmp(eu_uri_standards[k].name, name, len) != 0)
			continue;
		/* LCOV_EXCL_BR_LINE: every standard is in this build */
		if (!everyuri_standard_built((enum everyuri_standard)k))
			return EVERYURI_UNSUPPORTED;
		*standard = (enum everyuri_standard)k;
		return EVERYURI_OK;
	}
	return EVERYURI_MISSING;
}
