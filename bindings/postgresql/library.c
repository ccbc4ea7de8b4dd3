/* library.c - the library itself, as one file; its names stay inside. */
#include "made/everyuri.c"
