/* ways.c - which protocol a scheme's objects are got by. */
#include "access/conversation.h"

static const struct way_row {
	char scheme[10];
	const struct eu_way *way;
} way_rows[] = {
	{ "dict", &eu_way_dict },         { "finger", &eu_way_line },
	{ "ftp", &eu_way_ftp },           { "ftps", &eu_way_ftp },
	{ "gemini", &eu_way_gemini },     { "gopher", &eu_way_gopher },
	{ "gophers", &eu_way_gopher },    { "news", &eu_way_news },
	{ "nntp", &eu_way_nntp },         { "nntps", &eu_way_nntp },
	{ "snews", &eu_way_news },        { "wais", &eu_way_wais },
	{ "whois", &eu_way_line },        { "whois++", &eu_way_whoispp },
	{ "prospero", &eu_way_prospero },
};

/* A scheme that nobody here has written code for is its user's: its steps say all there is to say. */
static bool is_known(const char *scheme, size_t len)
{
	size_t n;
	const char *const *names = everyuri_scheme_names(&n);

	return eu_find_name(names, n, scheme, len) < n;
}

const struct eu_way *eu_way_find(const char *scheme, size_t len)
{
	for (size_t i = 0; i < sizeof way_rows / sizeof *way_rows; i++)
		if (eu_equals_ignoring_case(scheme, len, way_rows[i].scheme))
			return way_rows[i].way;
	return is_known(scheme, len) ? NULL : &eu_way_registered;
}
