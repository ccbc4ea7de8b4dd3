// ada.cc - Ada, called as its users call it, for parsers.c.
#include <ada.h>

// The address of what was parsed goes where the compiler cannot see that nobody looks at it.
static volatile const void *ada_result;

extern "C" bool bench_ada_parse(const char *text, size_t len)
{
	auto url = ada::parse<ada::url_aggregator>(std::string_view(text, len));

	if (!url)
		return false;
	ada_result = url->get_href().data();
	return true;
}

extern "C" bool bench_ada_can_parse(const char *text, size_t len)
{
	return ada::can_parse(std::string_view(text, len));
}

extern "C" bool bench_ada_to_ascii(const char *text, size_t len)
{
	std::string name = ada::idna::to_ascii(std::string_view(text, len));

	ada_result = name.data();
	return !name.empty();
}
