// ada.cc - Ada, called as its users do, for parsers.c.
#include <ada.h>

// The compiler must not optimise the result away.
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
