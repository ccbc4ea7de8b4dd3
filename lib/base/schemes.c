/* schemes.c - the facts about the schemes.  No other file compares the names of schemes. */
#include "base/schemes.h"

#include "base/base.h"

static const struct eu_scheme scheme_rows[] = {
#define EU_SCHEME_FACTS
#include "base/scheme_rows.h"
#undef EU_SCHEME_FACTS
};

#define N_SCHEME_ROWS (sizeof scheme_rows / sizeof *scheme_rows)

const struct eu_scheme *eu_scheme_find(const char *name, size_t len)
{
	if (!len)
		return NULL;
	const unsigned char first = eu_lower((unsigned char)name[0]);

	for (size_t i = 0; i < N_SCHEME_ROWS; i++) {
		const char *row_name = scheme_rows[i].info.name;

		if (first == (unsigned char)row_name[0] &&
		    eu_equals_ignoring_case(name, len, row_name))
			return &scheme_rows[i];
	}
	return NULL;
}

size_t eu_scheme_index(const struct eu_scheme *scheme)
{
	return (size_t)(scheme - scheme_rows);
}

const struct everyuri_scheme_info *everyuri_scheme_find(const char *name, size_t len)
{
	const struct eu_scheme *scheme = eu_scheme_find(name, len);

	return scheme ? &scheme->info : NULL;
}

const struct everyuri_scheme_info *everyuri_scheme_nth(size_t n)
{
	return n < N_SCHEME_ROWS ? &scheme_rows[n].info : NULL;
}
