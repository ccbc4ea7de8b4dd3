/* finding.h - what the tests of find have in common. */
#ifndef TESTS_FINDING_H
#define TESTS_FINDING_H

#include <everyuri.h>

/** To find, by these flags, the URIs of every scheme that is known. */
static inline struct everyuri_find_options options_of(unsigned flags)
{
	struct everyuri_find_options options = { .flags = flags };

	options.schemes = everyuri_scheme_names(&options.n_schemes);
	return options;
}

#endif
