/* cells.h - what the escaping of terminals and the counting of their cells share. */
#ifndef EU_WRITE_CELLS_H
#define EU_WRITE_CELLS_H

#include "base/base.h"

/** Does a terminal act on this character instead of showing it?  The C1 controls, and what changes
 *  the direction of text (Unicode Bidi_Control). */
bool eu_acts_on_terminal(uint32_t code_point);

#endif
