/* Width of characters in terminal columns. */
#include "base/utf8.h"
#include "everyuri/write.h"
#include "write/cells.h"

struct code_points {
	uint32_t first, last;
};

/* UAX #11: Wide and Fullwidth.  CHOICE: whole blocks, so that a person can check them.  Single emoji
 * below U+10000 are left out, because terminals disagree on their width. */
static const struct code_points two_cells[] = {
	{ 0x1100, 0x115F },   { 0x2E80, 0x303E },   { 0x3041, 0xA4CF },   { 0xA960, 0xA97C },
	{ 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },   { 0xFE10, 0xFE19 },   { 0xFE30, 0xFE6F },
	{ 0xFF01, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x1F300, 0x1F64F }, { 0x1F680, 0x1F6FF },
	{ 0x1F900, 0x1FAFF }, { 0x20000, 0x3FFFD },
};

/* Characters of width 0: combining marks of the most common scripts (General_Category Mn, Me), vowels
 * and final consonants of Hangul, joiners, variation selectors. */
static const struct code_points no_cell[] = {
	{ 0x0300, 0x036F }, { 0x0483, 0x0489 }, { 0x0591, 0x05BD },   { 0x0610, 0x061A },
	{ 0x064B, 0x065F }, { 0x0670, 0x0670 }, { 0x06D6, 0x06DC },   { 0x0900, 0x0902 },
	{ 0x093C, 0x093C }, { 0x0941, 0x0948 }, { 0x094D, 0x094D },   { 0x0951, 0x0957 },
	{ 0x0E31, 0x0E31 }, { 0x0E34, 0x0E3A }, { 0x0E47, 0x0E4E },   { 0x1160, 0x11FF },
	{ 0x1AB0, 0x1ACE }, { 0x1DC0, 0x1DFF }, { 0x200B, 0x200D },   { 0x2060, 0x2064 },
	{ 0x20D0, 0x20F0 }, { 0x302A, 0x302D }, { 0x3099, 0x309A },   { 0xFE00, 0xFE0F },
	{ 0xFE20, 0xFE2F }, { 0xFEFF, 0xFEFF }, { 0xE0001, 0xE01EF },
};

static bool is_among(const struct code_points *ranges, size_t n, uint32_t point)
{
	for (size_t i = 0; i < n; i++)
		if (point >= ranges[i].first && point <= ranges[i].last)
			return true;
	return false;
}

unsigned everyuri_cell_next(const char *data, size_t len, size_t *at)
{
	const size_t n_two_cells = sizeof two_cells / sizeof *two_cells;
	const size_t n_no_cell = sizeof no_cell / sizeof *no_cell;
	uint32_t point = 0;
	size_t n;

	/* US-ASCII, which most texts are. */
	if (data[*at] >= ' ' && data[*at] < 0x7F) {
		++*at;
		return 1;
	}
	n = eu_utf8_next(data + *at, len - *at, &point);
	*at += n ? n : 1;
	if (!n || point < ' ' || point == 0x7F || eu_acts_on_terminal(point))
		return 4 * (unsigned)(n ? n : 1); /* each byte is written as \xHH */
	if (is_among(no_cell, n_no_cell, point))
		return 0;
	return is_among(two_cells, n_two_cells, point) ? 2 : 1;
}
