/* everyuri-access.h - the second library: plans carried out.  It includes all of the first. */
#ifndef EVERYURI_ACCESS_ALL_H
#define EVERYURI_ACCESS_ALL_H

#include "everyuri.h"
#include "everyuri/access.h"
#include "everyuri/fetch.h"
#include "everyuri/gateway.h"
#include "everyuri/message.h"
#include "everyuri/object.h"
#include "everyuri/render.h"

#endif
