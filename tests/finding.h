/* finding.h - shared by the tests of find. */
#ifndef TESTS_FINDING_H
#define TESTS_FINDING_H

#include <everyuri.h>

/** Returns a search for URIs of every known scheme, with these flags. */
static inline struct everyuri_find_options options_of(unsigned flags)
{
	struct everyuri_find_options options = { .flags = flags };

	options.schemes = everyuri_scheme_names(&options.n_schemes);
	return options;
}

#endif
