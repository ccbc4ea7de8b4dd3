// boost.cc - Boost.URL, called as its users call it, for peers.c.
#include <boost/url.hpp>

// What was read goes where the compiler cannot see that nobody looks at it.
static volatile std::size_t boost_result;

extern "C" bool bench_boost_parse(const char *text, size_t len)
{
	auto url = boost::urls::parse_uri(boost::urls::string_view(text, len));

	if (!url)
		return false;
	boost_result = url->encoded_path().size();
	return true;
}
