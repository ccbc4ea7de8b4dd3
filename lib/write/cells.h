/* cells.h - shared by escaping for terminals and by measuring columns. */
#ifndef EU_WRITE_CELLS_H
#define EU_WRITE_CELLS_H

#include "base/base.h"

/** Returns whether a character controls a terminal: the C1 controls, and the characters that change the
 *  direction of text (Unicode Bidi_Control). */
bool eu_acts_on_terminal(uint32_t code_point);

#endif
