// differences.cc - the table of argued differences, and the shapes that its rows name.
//
// Most shapes only test what the input contains.  So that no fault of ours hides behind one, each
// needs a witness: another peer that parses the input as everyuri does.
#include "differences.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace
{

const std::string &text_of(const std::optional<std::string> &text)
{
	static const std::string none;

	return text ? *text : none;
}

bool has(const std::string &text, const char *piece)
{
	return text.find(piece) != text.npos;
}

// In the input or in its base.
bool given(const Difference &d, const char *piece)
{
	return has(d.item.text, piece) || has(text_of(d.item.base), piece);
}

const Reading &valid_one(const Difference &d)
{
	return d.ours.valid ? d.ours : d.theirs;
}

bool is_scheme(const Difference &d, const std::vector<std::string> &schemes)
{
	for (const std::string &scheme : schemes)
		if (text_of(valid_one(d).field[SCHEME]) == scheme)
			return true;
	return false;
}

bool is_special(const Difference &d)
{
	return is_scheme(d, { "http", "https", "ws", "wss", "ftp", "file" });
}

// Another peer parses it as we do.
bool witnessed(const Difference &d)
{
	return d.n_witnesses > 0;
}

// The input without tabs and newlines, which the parser removes.
std::string without_removed(std::string text)
{
	text.erase(std::remove_if(text.begin(), text.end(),
	                          [](char c) { return c == '\t' || c == '\n' || c == '\r'; }),
	           text.end());
	return text;
}

// The input or the base, which is refused too, has an A-label or a letter that becomes part of one.
bool given_unicode_domain(const Difference &d)
{
	for (const std::string &text :
	     { without_removed(d.item.text), without_removed(text_of(d.item.base)) })
		for (size_t i = 0; i < text.size(); i++) {
			std::string_view rest = std::string_view(text).substr(i, 4);

			if ((rest[0] & 0x80) || rest[0] == '%' || rest == "xn--" ||
			    rest == "XN--" || rest == "xN--" || rest == "Xn--")
				return true;
		}
	return false;
}

// The peer accepts a domain that we refuse.
bool admitted_domain(const Difference &d)
{
	return witnessed(d) && !d.ours.valid && d.theirs.valid && given_unicode_domain(d);
}

bool refused_domain(const Difference &d)
{
	return witnessed(d) && d.ours.valid && !d.theirs.valid && given_unicode_domain(d);
}

// The same URL except for "^", which the peer does not encode.
bool circumflex_in_path(const Difference &d)
{
	std::string path = text_of(d.theirs.field[PATH]);

	for (size_t at = 0; (at = path.find('^', at)) != path.npos; at += 3)
		path.replace(at, 1, "%5E");
	return witnessed(d) && d.fields.size() == 2 && d.fields[1] == PATH &&
	       path == text_of(d.ours.field[PATH]);
}

bool space_that_ends_opaque_path(const Difference &d)
{
	return witnessed(d) && d.ours.valid && !is_special(d) && d.fields.size() == 2 &&
	       d.fields[1] == PATH && has(text_of(d.ours.field[PATH]), "%20");
}

bool reverse_solidus_where_not_special(const Difference &d)
{
	return witnessed(d) && given(d, "\\") && (d.ours.valid != d.theirs.valid || !is_special(d));
}

bool file_url(const Difference &d)
{
	return witnessed(d) && is_scheme(d, { "file" });
}

bool drive_letter_where_not_file(const Difference &d)
{
	const std::string &path = text_of(d.theirs.field[PATH]);

	return witnessed(d) && d.ours.valid && d.theirs.valid && !is_scheme(d, { "file" }) &&
	       (has(path, ":") || has(path, "|"));
}

bool slashes_before_reference(const Difference &d)
{
	std::string text = without_removed(d.item.text);

	return witnessed(d) && d.item.base && is_special(d) &&
	       (has(text, "///") || has(text, "\\"));
}

bool credentials_without_host(const Difference &d)
{
	return witnessed(d) && !d.ours.valid && d.theirs.valid && given(d, "@");
}

const std::map<std::string, Shape> shapes = {
	{ "admitted domain", admitted_domain },
	{ "refused domain", refused_domain },
	{ "circumflex in path", circumflex_in_path },
	{ "space that ends an opaque path", space_that_ends_opaque_path },
	{ "reverse solidus where not special", reverse_solidus_where_not_special },
	{ "file URL", file_url },
	{ "drive letter where not file", drive_letter_where_not_file },
	{ "slashes before a reference", slashes_before_reference },
	{ "credentials without host", credentials_without_host },
};

[[noreturn]] void refuse(const char *path, const std::string &line)
{
	std::fprintf(stderr, "%s: not a row, or not a shape: %s\n", path, line.c_str());
	std::exit(2);
}

} // namespace

Table::Table(const char *path)
{
	std::ifstream file(path);
	std::string line;

	while (std::getline(file, line)) {
		std::vector<std::string> cells;
		std::istringstream row(line);

		for (std::string cell; std::getline(row, cell, '\t');)
			cells.push_back(cell);
		if (line.empty() || line[0] == '#')
			continue;
		// peer, version, shape, clause, who is right, why
		if (cells.size() != 6 || !shapes.count(cells[2]))
			refuse(path, line);
		rows.push_back({ cells[0], cells[2], shapes.at(cells[2]) });
	}
}

const Row *Table::row_for(const std::string &peer, const Difference &difference) const
{
	for (const Row &row : rows)
		if (row.peer == peer && row.shape(difference))
			return &row;
	return nullptr;
}
