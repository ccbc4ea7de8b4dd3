// generate.h - inputs shaped like URLs, each made from a seed and its number only.
#ifndef PEERS_GENERATE_H
#define PEERS_GENERATE_H

#include "reading.h"

#include <string_view>

class Generator
{
      public:
	// seeds: real inputs, some of which are taken, changed a little; may be empty.
	Generator(uint64_t seed, std::vector<Item> seeds);
	// The item of this number: always the same, and valid UTF-8.
	Item item(uint64_t number);

      private:
	uint64_t first, state = 0;
	std::vector<Item> seeds;
	std::string out;

	uint64_t next();
	// A number below n.
	size_t below(size_t n);
	// True with a probability of 1/n.
	bool once(size_t n);
	void one_of(const std::vector<std::string_view> &choices);
	void text(size_t most, const std::vector<std::string_view> &units);
	void scheme(), slashes(), authority(), userinfo(), host(), name(), label(), ipv4(), ipv6(),
		opaque_host(), port(), path(), segment(), query(), fragment(), whole(), reference();
	void number_of(uint64_t value);
	void change(std::string &changed);
	std::string generated(void (Generator::*rule)());
	std::string made_base();
};

#endif
