/* library.c - the one-file library, with hidden names. */
#include "made/everyuri.c"
