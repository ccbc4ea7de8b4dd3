// compare.cc - compares everyuri with its peers on generated inputs.
//
//   compare SEED COUNT SEEDS-FILE DIFFERENCES.tsv OURS PEER...
//
// OURS and PEER are NAME or NAME=COMMAND for one behind a pipe.  Every difference must fall under
// a row of the table; one that does not is minimised, printed, and fails.  Prints TAP: one point for each
// peer.  Prints rows without a difference, too: the inputs are random.
#include "differences.h"
#include "generate.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace
{

const size_t batch_size = 1000;
const size_t shown_max = 12;

struct Peer {
	std::string name;
	std::unique_ptr<Parser> parser;
	std::map<const Row *, uint64_t> argued;
	std::map<std::string, uint64_t> unargued;
	std::vector<std::string> shown;
	uint64_t n_valid = 0;
};

std::unique_ptr<Parser> parser_of(const std::string &word)
{
	size_t equals = word.find('=');

	if (word == "everyuri")
		return everyuri_parser();
	if (word == "ada")
		return ada_parser();
	if (word == "upa")
		return upa_parser();
	if (equals == word.npos) {
		std::fprintf(stderr, "compare: no parser is called %s\n", word.c_str());
		std::exit(2);
	}
	std::istringstream words(word.substr(equals + 1));

	return piped_parser({ std::istream_iterator<std::string>(words), {} });
}

// Reads pairs that end in NUL: the text, and the base, or "-" for none.
std::vector<Item> read_seeds(const char *path)
{
	std::ifstream file(path, std::ios::binary);
	std::vector<Item> seeds;
	std::string text, base;

	while (std::getline(file, text, '\0') && std::getline(file, base, '\0'))
		seeds.push_back({ text, base == "-" ? std::nullopt : std::optional(base) });
	return seeds;
}

std::string shown_text(const std::optional<std::string> &text)
{
	if (!text)
		return "null";
	std::string shown = "\"";

	for (unsigned char c : *text) {
		char hex[8];

		if (c == '"' || c == '\\') {
			shown += '\\';
			shown += static_cast<char>(c);
		} else if (c < 0x20 || c == 0x7f) {
			std::snprintf(hex, sizeof hex, "\\x%02x", c);
			shown += hex;
		} else {
			shown += static_cast<char>(c);
		}
	}
	return shown + "\"";
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

// One item, parsed by us and by every peer.
struct Case {
	Item item;
	Reading ours;
	std::vector<Reading> theirs;
};

size_t witnesses(const std::vector<Peer> &peers, const Reading &ours,
                 const std::vector<Reading> &theirs, size_t not_this)
{
	size_t n = 0;

	for (size_t k = 0; k < peers.size(); k++)
		n += k != not_this && differing(*peers[k].parser, ours, theirs[k]).empty();
	return n;
}

// The row that explains a peer's result that differs in `fields`.
const Row *argued_by(const Table &table, const std::vector<Peer> &peers, size_t k, const Case &read,
                     const std::vector<Field> &fields)
{
	return table.row_for(peers[k].name, { read.item, read.ours, read.theirs[k], fields,
	                                      witnesses(peers, read.ours, read.theirs, k) });
}

Case read_case(Parser &ours, std::vector<Peer> &peers, const Item &item)
{
	Case read;
	std::vector<Reading> readings;

	read.item = item;
	ours.read({ item }, readings);
	read.ours = readings[0];
	for (Peer &peer : peers) {
		peer.parser->read({ item }, readings);
		read.theirs.push_back(readings[0]);
	}
	return read;
}

// Does this item still differ, in the same first field, without a row for it?
bool still(const Table &table, Parser &ours, std::vector<Peer> &peers, size_t k, const Item &item,
           Field first)
{
	Case read = read_case(ours, peers, item);
	std::vector<Field> fields = differing(*peers[k].parser, read.ours, read.theirs[k]);

	return !fields.empty() && fields[0] == first && !argued_by(table, peers, k, read, fields);
}

// Greedy: remove ever shorter runs of code points while the difference stays.
void shrink(const Table &table, Parser &ours, std::vector<Peer> &peers, size_t k, Item &item,
            std::string &part, Field first)
{
	for (size_t len = part.size(); len; len /= 2) {
		for (size_t at = 0; at + len <= part.size();) {
			std::string before = part;

			part.erase(at, len);
			bool whole =
				(before[at] & 0xc0) != 0x80 &&
				(at + len == before.size() || (before[at + len] & 0xc0) != 0x80);

			if (whole && still(table, ours, peers, k, item, first))
				continue;
			part = before;
			at++;
		}
	}
}

std::string verdict(const Reading &reading)
{
	return (reading.valid ? "valid " : "invalid ") + shown_text(reading.field[HREF]);
}

void show(const Table &table, Parser &ours, std::vector<Peer> &peers, size_t k, Item item,
          Field first)
{
	Item alone{ item.text, std::nullopt };

	if (item.base && still(table, ours, peers, k, alone, first))
		item = alone;
	shrink(table, ours, peers, k, item, item.text, first);
	if (item.base)
		shrink(table, ours, peers, k, item, *item.base, first);
	Case read = read_case(ours, peers, item);
	const Reading &theirs = read.theirs[k];
	std::string line = shown_text(item.text) + " base " + shown_text(item.base) + ": " +
	                   field_names[first];

	if (first == VALID)
		line += ": ours " + verdict(read.ours) + ", theirs " + verdict(theirs);
	else
		line += ": ours " + shown_text(read.ours.field[first]) + ", theirs " +
		        shown_text(theirs.field[first]);
	if (std::find(peers[k].shown.begin(), peers[k].shown.end(), line) == peers[k].shown.end())
		peers[k].shown.push_back(line);
}

void hold(const Table &table, Parser &ours, std::vector<Peer> &peers, const Case &read)
{
	for (size_t k = 0; k < peers.size(); k++) {
		Peer &peer = peers[k];
		std::vector<Field> fields = differing(*peer.parser, read.ours, read.theirs[k]);

		peer.n_valid += read.theirs[k].valid;
		if (fields.empty())
			continue;
		const Row *row = argued_by(table, peers, k, read, fields);

		if (row) {
			peer.argued[row]++;
			continue;
		}
		peer.unargued[field_names[fields[0]]]++;
		if (peer.shown.size() < shown_max)
			show(table, ours, peers, k, read.item, fields[0]);
	}
}

bool report(const Table &table, const Peer &peer, size_t number, uint64_t count, uint64_t n_valid)
{
	uint64_t n_argued = 0, n_unargued = 0;

	for (const auto &[row, n] : peer.argued)
		n_argued += n;
	for (const auto &[field, n] : peer.unargued)
		n_unargued += n;
	std::printf("%s %zu - whatwg: %llu inputs have the result of %s, except %llu explained "
	            "differences\n",
	            n_unargued ? "not ok" : "ok", number, static_cast<unsigned long long>(count),
	            peer.name.c_str(), static_cast<unsigned long long>(n_argued));
	std::printf("# %s: valid %llu, ours %llu\n", peer.name.c_str(),
	            static_cast<unsigned long long>(peer.n_valid),
	            static_cast<unsigned long long>(n_valid));
	for (const Row &row : table.rows) {
		auto found = peer.argued.find(&row);

		if (row.peer == peer.name)
			std::printf("# %s: %s: %llu\n", peer.name.c_str(), row.shape_name.c_str(),
			            static_cast<unsigned long long>(
					    found == peer.argued.end() ? 0 : found->second));
	}
	for (const auto &[field, n] : peer.unargued)
		std::printf("# %s: not argued: %llu differ first in %s\n", peer.name.c_str(),
		            static_cast<unsigned long long>(n), field.c_str());
	for (const std::string &line : peer.shown)
		std::printf("# %s: %s\n", peer.name.c_str(), line.c_str());
	return !n_unargued;
}

} // namespace

const char *const field_names[N_FIELDS] = { "valid",    "href",     "scheme", "user",
	                                    "password", "host",     "port",   "path",
	                                    "query",    "fragment", "origin" };

int main(int argc, char **argv)
{
	if (argc < 7)
		return 2;
	Generator generator(std::strtoull(argv[1], nullptr, 10), read_seeds(argv[3]));
	uint64_t count = std::strtoull(argv[2], nullptr, 10), n_valid = 0;
	Table table(argv[4]);
	std::unique_ptr<Parser> ours = parser_of(argv[5]);
	std::vector<Peer> peers;

	for (int i = 6; i < argc; i++) {
		std::string word = argv[i];

		peers.push_back({});
		peers.back().name = word.substr(0, word.find('='));
		peers.back().parser = parser_of(word);
	}
	std::vector<Item> items;
	std::vector<Reading> readings, theirs;
	auto begun = std::chrono::steady_clock::now();

	for (uint64_t number = 0; number < count;) {
		for (items.clear(); number < count && items.size() < batch_size; number++)
			items.push_back(generator.item(number));
		ours->read(items, readings);
		n_valid += static_cast<uint64_t>(
			std::count_if(readings.begin(), readings.end(),
		                      [](const Reading &r) { return r.valid; }));
		std::vector<Case> cases(items.size());

		for (Peer &peer : peers) {
			peer.parser->read(items, theirs);
			for (size_t i = 0; i < items.size(); i++)
				cases[i].theirs.push_back(std::move(theirs[i]));
		}
		for (size_t i = 0; i < items.size(); i++) {
			cases[i].item = std::move(items[i]);
			cases[i].ours = std::move(readings[i]);
			hold(table, *ours, peers, cases[i]);
		}
	}
	bool good = true;
	size_t number = 0;

	for (const Peer &peer : peers)
		good &= report(table, peer, ++number, count, n_valid);
	std::printf("# %lld s\n1..%zu\n",
	            static_cast<long long>(std::chrono::duration_cast<std::chrono::seconds>(
						   std::chrono::steady_clock::now() - begun)
	                                           .count()),
	            number);
	return !good;
}
