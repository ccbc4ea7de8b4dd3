// by_ada.cc - parses with Ada's ada::url_aggregator.
#include "reading.h"

#include <ada.h>

namespace
{

std::optional<std::string> unless_empty(std::string_view text)
{
	return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

// A getter returns "?q", and "" for both an empty and an absent query.
std::optional<std::string> behind_mark(bool there, std::string_view text)
{
	if (!there)
		return std::nullopt;
	return std::string(text.empty() ? text : text.substr(1));
}

class Ada : public Parser
{
      public:
	void read(const std::vector<Item> &items, std::vector<Reading> &readings) override
	{
		readings.clear();
		for (const Item &item : items)
			readings.push_back(one(item));
	}

      private:
	static Reading one(const Item &item)
	{
		Reading reading;
		ada::result<ada::url_aggregator> base;

		if (item.base) {
			base = ada::parse<ada::url_aggregator>(*item.base);
			if (!base)
				return reading;
		}
		auto url = ada::parse<ada::url_aggregator>(item.text, item.base ? &*base : nullptr);
		std::string_view against;

		if (item.base)
			against = *item.base;
		reading.valid = bool(url);
		if (ada::can_parse(item.text, item.base ? &against : nullptr) != reading.valid)
			reading.field[HREF] = "can_parse differs from parse";
		if (!url)
			return reading;
		reading.field[HREF] = url->get_href();
		reading.field[SCHEME] =
			url->get_protocol().substr(0, url->get_protocol().size() - 1);
		reading.field[USER] = unless_empty(url->get_username());
		reading.field[PASSWORD] = unless_empty(url->get_password());
		if (url->has_hostname())
			reading.field[HOST] = url->get_hostname();
		if (url->has_port())
			reading.field[PORT] = url->get_port();
		reading.field[PATH] = url->get_pathname();
		reading.field[QUERY] = behind_mark(url->has_search(), url->get_search());
		reading.field[FRAGMENT] = behind_mark(url->has_hash(), url->get_hash());
		reading.field[ORIGIN] = url->get_origin();
		return reading;
	}
};

} // namespace

std::unique_ptr<Parser> ada_parser()
{
	return std::make_unique<Ada>();
}
