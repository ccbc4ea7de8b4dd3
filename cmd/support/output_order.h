/* output_order.h - lets threads write their answers in the order of the input's blocks. */
#ifndef CMD_OUTPUT_ORDER_H
#define CMD_OUTPUT_ORDER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct output_order {
	pthread_mutex_t mutex;
	pthread_cond_t moved;
	uint64_t now; /* the block whose answers may be written */
};

/* Wait until it is this block's turn. */
void order_wait(struct output_order *order, uint64_t turn);

/* This block is answered and written: let the next one write. */
void order_done(struct output_order *order, uint64_t turn);

#endif
