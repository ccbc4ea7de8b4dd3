/* everyuri.h - all headers of libeveryuri. */
#include "everyuri/everyuri.h"
