/* wipe.h - wipes memory that held a password before it is freed (THREATS C8). */
#ifndef CMD_WIPE_H
#define CMD_WIPE_H

#include <everyuri/base.h>

void secret_wipe(void *data, size_t len);

/* Prepare a buffer for what may be a secret, or hold one: a URI with its password. */
void secret_init(struct everyuri_buf *buf);

#endif
