// reading.h - an input, a parser's result, and the parsers.
#ifndef PEERS_READING_H
#define PEERS_READING_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct Item {
	std::string text;
	std::optional<std::string> base;
};

enum Field {
	VALID,
	HREF,
	SCHEME,
	USER,
	PASSWORD,
	HOST,
	PORT,
	PATH,
	QUERY,
	FRAGMENT,
	ORIGIN,
	N_FIELDS
};
extern const char *const field_names[N_FIELDS];

// A field that is null, or that the standard's model has empty where ours leaves it out, is
// nullopt; an invalid reading has none.
struct Reading {
	bool valid = false;
	std::array<std::optional<std::string>, N_FIELDS> field;
};

class Parser
{
      public:
	virtual ~Parser() = default;
	// Parses a batch; a parser at the other end of a pipe gets all of it at once.
	virtual void read(const std::vector<Item> &items, std::vector<Reading> &readings) = 0;
	// Does the parser give this field?
	virtual bool tells(Field) const
	{
		return true;
	}
};

std::unique_ptr<Parser> everyuri_parser();
std::unique_ptr<Parser> ada_parser();
std::unique_ptr<Parser> upa_parser();
// command: starts the other program, such as by_url.py.
std::unique_ptr<Parser> piped_parser(const std::vector<std::string> &command);

#endif
