// differences.h - the table of argued differences, and the shapes that its rows name.
#ifndef PEERS_DIFFERENCES_H
#define PEERS_DIFFERENCES_H

#include "reading.h"

struct Difference {
	const Item &item;
	const Reading &ours, &theirs;
	const std::vector<Field> &fields;
	// How many of the other peers parse the item as we do.
	size_t n_witnesses;
};

using Shape = bool (*)(const Difference &);

struct Row {
	std::string peer, shape_name;
	Shape shape;
};

class Table
{
      public:
	std::vector<Row> rows;

	// Ends the program if a row names no shape, or gives no reason.
	explicit Table(const char *path);
	// The first row of the peer whose shape the difference has, or null.
	const Row *row_for(const std::string &peer, const Difference &difference) const;
};

#endif
