/* everyuri-gateway.h - all headers of libeveryuri-gateway, a local HTTP server, and of the libraries below it. */
#ifndef EVERYURI_GATEWAY_ALL_H
#define EVERYURI_GATEWAY_ALL_H

#include "everyuri-access.h"
#include "everyuri/gateway.h"

#endif
