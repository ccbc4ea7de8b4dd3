/* csv.h - a command's rows as CSV: see csv.c. */
#ifndef CMD_CSV_H
#define CMD_CSV_H

#include "cmd.h"

/* What is written to answer->out from now on is tsv, and becomes CSV.  Returns: false without
 * memory. */
bool csv_begin(struct answer *answer);

/* Give back its memory, after the last flush. */
void csv_end(struct answer *answer);

#endif
