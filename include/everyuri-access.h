/* everyuri-access.h - all headers of libeveryuri-access, which carries plans out, and of libeveryuri. */
#ifndef EVERYURI_ACCESS_ALL_H
#define EVERYURI_ACCESS_ALL_H

#include "everyuri.h"
#include "everyuri/access.h"
#include "everyuri/fetch.h"
#include "everyuri/message.h"
#include "everyuri/object.h"
#include "everyuri/render.h"

#endif
