/* output_order.h - makes threads write their answers in the order of the input's blocks. */
#ifndef CMD_OUTPUT_ORDER_H
#define CMD_OUTPUT_ORDER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct output_order {
	pthread_mutex_t mutex;
	pthread_cond_t moved;
	uint64_t now; /* number of the block whose answers may be written */
};

/* Waits until it is this block's turn. */
void order_wait(struct output_order *order, uint64_t turn);

/* Lets the next block write, after this one has been answered and written. */
void order_done(struct output_order *order, uint64_t turn);

#endif
