/* table.c - the functions of each scheme, in the order of base/scheme_rows.h. */
#include "scheme/scheme.h"

static const struct eu_planner planner_rows[] = {
#define EU_SCHEME_PLANNERS
#include "base/scheme_rows.h"
#undef EU_SCHEME_PLANNERS
};

const struct eu_planner *eu_planner_of(const struct eu_scheme *scheme)
{
	return &planner_rows[eu_scheme_index(scheme)];
}
