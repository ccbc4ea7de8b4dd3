/* everyuri.h - the whole pure library, for #include <everyuri.h>. */
#include "everyuri/everyuri.h"
