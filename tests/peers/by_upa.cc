// by_upa.cc - parses with Upa's upa::url.
#include "reading.h"

#include <upa/url.h>

namespace
{

class Upa : public Parser
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
		upa::url base, url;

		if (item.base && !upa::success(base.parse(*item.base)))
			return reading;
		reading.valid = upa::success(url.parse(item.text, item.base ? &base : nullptr));
		if (!reading.valid)
			return reading;
		const auto keep = [&](Field field, upa::url::PartType part, bool there) {
			if (there)
				reading.field[field] = std::string(url.get_part_view(part));
		};
		reading.field[HREF] = std::string(url.href());
		keep(SCHEME, upa::url::SCHEME, true);
		keep(USER, upa::url::USERNAME, !url.is_empty(upa::url::USERNAME));
		keep(PASSWORD, upa::url::PASSWORD, !url.is_empty(upa::url::PASSWORD));
		keep(HOST, upa::url::HOST, !url.is_null(upa::url::HOST));
		keep(PORT, upa::url::PORT, !url.is_null(upa::url::PORT));
		keep(PATH, upa::url::PATH, true);
		keep(QUERY, upa::url::QUERY, !url.is_null(upa::url::QUERY));
		keep(FRAGMENT, upa::url::FRAGMENT, !url.is_null(upa::url::FRAGMENT));
		reading.field[ORIGIN] = url.origin();
		return reading;
	}
};

} // namespace

std::unique_ptr<Parser> upa_parser()
{
	return std::make_unique<Upa>();
}
