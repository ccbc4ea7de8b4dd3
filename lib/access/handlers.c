/* handlers.c - the handler of each scheme, in the order of base/scheme_rows.h. */
#include "access/conversation.h"
#include "base/schemes.h"

static const struct eu_handler *const handler_rows[] = {
#define EU_SCHEME_HANDLERS
#include "base/scheme_rows.h"
#undef EU_SCHEME_HANDLERS
};

const struct eu_handler *eu_handler_find(const char *scheme, size_t len)
{
	const struct eu_scheme *row = eu_scheme_find(scheme, len);

	/* The steps of a user-defined scheme need no special handler. */
	return row ? handler_rows[eu_scheme_index(row)] : &eu_handler_registered;
}
