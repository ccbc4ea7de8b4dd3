/* library.c - the library as one file; none of its names is exported. */
#include "made/everyuri.c"
