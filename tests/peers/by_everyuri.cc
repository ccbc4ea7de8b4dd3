// by_everyuri.cc - parses with everyuri_parse, and compares with everyuri_check.
#include "reading.h"

#include <everyuri.h>

namespace
{

class Everyuri : public Parser
{
      public:
	Everyuri()
	{
		everyuri_buf_init(&base_buf, nullptr, 0, nullptr);
		everyuri_buf_init(&buf, nullptr, 0, nullptr);
	}
	~Everyuri() override
	{
		everyuri_buf_free(&base_buf);
		everyuri_buf_free(&buf);
	}
	Everyuri(const Everyuri &) = delete;
	Everyuri &operator=(const Everyuri &) = delete;

	void read(const std::vector<Item> &items, std::vector<Reading> &readings) override
	{
		readings.clear();
		for (const Item &item : items)
			readings.push_back(one(item));
	}

      private:
	struct everyuri_buf base_buf, buf;

	enum everyuri_status parse(const std::string &text, const struct everyuri_uri *base,
	                           struct everyuri_buf *into, struct everyuri_uri *uri)
	{
		return everyuri_parse(text.data(), text.size(), EVERYURI_WHATWG, 0, base, into, uri,
		                      nullptr);
	}

	Reading one(const Item &item)
	{
		static const Field of_part[EVERYURI_N_PARTS] = { SCHEME, USER, PASSWORD, HOST,
			                                         PORT,   PATH, QUERY,    FRAGMENT };
		Reading reading;
		struct everyuri_uri base, uri;

		if (item.base && parse(*item.base, nullptr, &base_buf, &base))
			return reading;
		reading.valid = !parse(item.text, item.base ? &base : nullptr, &buf, &uri);
		if (!item.base &&
		    reading.valid != !everyuri_check(item.text.data(), item.text.size(),
		                                     EVERYURI_WHATWG, 0, nullptr))
			reading.field[HREF] = "everyuri_check differs from everyuri_parse";
		if (!reading.valid)
			return reading;
		reading.field[HREF] = std::string(uri.text, uri.len);
		for (int part = 0; part < EVERYURI_N_PARTS; part++) {
			everyuri_text value =
				everyuri_view(&uri, static_cast<enum everyuri_part>(part));

			if (value.data)
				reading.field[of_part[part]] = std::string(value.data, value.len);
		}
		// buf holds the text, so the origin goes into the base's buffer.
		if (!everyuri_whatwg_origin(&uri, &base_buf, nullptr))
			reading.field[ORIGIN] = std::string(base_buf.data, base_buf.len);
		return reading;
	}
};

} // namespace

std::unique_ptr<Parser> everyuri_parser()
{
	return std::make_unique<Everyuri>();
}
