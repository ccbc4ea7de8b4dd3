// boost.cc - Boost.URL, called as its users do, for peers.c.
#include <boost/url.hpp>

// The compiler must not optimise the result away.
static volatile std::size_t boost_result;

extern "C" bool bench_boost_parse(const char *text, size_t len)
{
	auto url = boost::urls::parse_uri(boost::urls::string_view(text, len));

	if (!url)
		return false;
	boost_result = url->encoded_path().size();
	return true;
}
