/* output_order.h - threads that answer different blocks of input write in the blocks' order. */
#ifndef CMD_OUTPUT_ORDER_H
#define CMD_OUTPUT_ORDER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct turns {
	pthread_mutex_t mutex;
	pthread_cond_t moved;
	uint64_t now; /* the block whose answers may be written */
};

/* Wait until it is this block's turn. */
void turns_wait(struct turns *turns, uint64_t turn);

/* This block is answered and written: let the next one write. */
void turns_done(struct turns *turns, uint64_t turn);

#endif
