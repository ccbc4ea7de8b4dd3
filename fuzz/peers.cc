// The URL Standard compared with Ada and Upa and, if EVERYURI_FUZZ_URL names a command (by_url.py), with the Rust crate
// url: verdict, href, parts and origin, except for explained differences.
#include "peers/differences.h"

extern "C" {
#include "fuzz.h"
FUZZ_SHAPE(FUZZ_URIS, 1);
}

#include <iterator>
#include <sstream>

const char *const field_names[N_FIELDS] = { "valid",    "href",     "scheme", "user",
	                                    "password", "host",     "port",   "path",
	                                    "query",    "fragment", "origin" };

namespace
{

struct Peer {
	std::string name;
	std::unique_ptr<Parser> parser;
};

struct World {
	Table table{ "tests/peers/differences.tsv" };
	std::unique_ptr<Parser> ours = everyuri_parser();
	std::vector<Peer> peers;

	World()
	{
		peers.push_back({ "ada", ada_parser() });
		peers.push_back({ "upa", upa_parser() });
		if (const char *command = std::getenv("EVERYURI_FUZZ_URL")) {
			std::istringstream words(command);

			peers.push_back(
				{ "url", piped_parser({ std::istream_iterator<std::string>(words),
			                                {} }) });
		}
	}
};

// The peers accept only UTF-8.
bool is_utf8(const std::string &text)
{
	for (size_t i = 0; i < text.size();) {
		unsigned char c = static_cast<unsigned char>(text[i]);
		size_t n = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : 4;

		if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || i + n > text.size())
			return false;
		for (size_t k = 1; k < n; k++)
			if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80)
				return false;
		unsigned char next = n > 1 ? static_cast<unsigned char>(text[i + 1]) : 0x80;

		if ((c == 0xE0 && next < 0xA0) || (c == 0xED && next > 0x9F) ||
		    (c == 0xF0 && next < 0x90) || (c == 0xF4 && next > 0x8F))
			return false;
		i += n;
	}
	return true;
}

std::vector<Field> differing(const Parser &peer, const Reading &ours, const Reading &theirs)
{
	std::vector<Field> fields;

	if (ours.valid != theirs.valid)
		return { VALID };
	for (int field = HREF; field < N_FIELDS; field++)
		if (peer.tells(static_cast<Field>(field)) &&
		    ours.field[field] != theirs.field[field])
			fields.push_back(static_cast<Field>(field));
	return fields;
}

struct everyuri_text view(const std::string &text)
{
	return { text.data(), text.size() };
}

void hold(World &world, const Item &item)
{
	std::vector<Reading> one, theirs;
	std::vector<std::vector<Field>> fields;
	size_t agreeing = 0;

	world.ours->read({ item }, one);
	const Reading ours = one[0];

	for (Peer &peer : world.peers) {
		peer.parser->read({ item }, one);
		theirs.push_back(one[0]);
		fields.push_back(differing(*peer.parser, ours, one[0]));
		agreeing += fields.back().empty();
	}
	for (size_t k = 0; k < world.peers.size(); k++) {
		if (fields[k].empty())
			continue;
		const Row *row = world.table.row_for(
			world.peers[k].name, { item, ours, theirs[k], fields[k], agreeing });
		Field field = fields[k][0] == VALID ? HREF : fields[k][0];
		const std::string name =
			world.peers[k].name + " differs in " + field_names[fields[k][0]];

		MUST(row, view(name), view(item.text), view(item.base.value_or("(no base)")),
		     view(ours.field[field].value_or("(null)")),
		     view(theirs[k].field[field].value_or("(null)")));
	}
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static World world;
	struct fuzz_input input = { data, size };
	bool based = fuzz_byte(&input) & 1;
	struct everyuri_text text = fuzz_text(&input), base = fuzz_text(&input);
	Item item{ std::string(text.data, text.len), std::nullopt };

	if (based)
		item.base = std::string(base.data, base.len);
	if (is_utf8(item.text) && (!based || is_utf8(*item.base)))
		hold(world, item);
	fuzz_free(text);
	fuzz_free(base);
	return 0;
}
