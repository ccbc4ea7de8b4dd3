/* Compares how several standards parse each row; also compares two columns row by row. */
#include "bulk/bulk.h"

#include "uri/standards.h"

static void put_comparison(const struct everyuri_comparisons *to, size_t row,
                           enum everyuri_status status, const struct everyuri_comparison *found)
{
	if (to->status)
		to->status[row] = (uint8_t)status;
	if (to->accepted)
		to->accepted[row] = status ? 0 : found->accepted;
	if (to->agree)
		to->agree[row] = !status && found->agree;
	if (to->first)
		to->first[row] = status ? EVERYURI_N_PARTS : found->first;
}

enum everyuri_status everyuri_bulk_compare(const struct everyuri_rows *rows, uint32_t standards,
                                           unsigned flags, struct everyuri_buf *buf,
                                           const struct everyuri_comparisons *comparisons,
                                           size_t *n_done, struct everyuri_error *err)
{
	struct eu_bulk_walk walk = { .rows = rows };
	struct everyuri_comparison found;
	enum everyuri_status asked = eu_bulk_check_asked(EVERYURI_RFC3986, flags, n_done, err);

	if (asked)
		return asked;
	while (eu_bulk_walk_next(&walk)) {
		for (size_t i = 0; i < walk.n; i++) {
			enum everyuri_status s = eu_bulk_unread(&walk.text[i]);

			if (!s)
				s = everyuri_compare(walk.text[i].data, walk.text[i].len, standards,
				                     flags, buf, &found, NULL);
			if (s == EVERYURI_NO_SPACE || s == EVERYURI_NO_MEMORY)
				return eu_bulk_end(s, walk.from + i, n_done, err);
			put_comparison(comparisons, walk.from + i, s, &found);
		}
	}
	return eu_bulk_end(walk.wrong ? EVERYURI_OUT_OF_RANGE : EVERYURI_OK, walk.from, n_done,
	                   err);
}
