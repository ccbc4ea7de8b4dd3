/* output_order.h - makes threads write their answers in the order of the blocks of input. */
#ifndef CMD_OUTPUT_ORDER_H
#define CMD_OUTPUT_ORDER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct output_order {
	pthread_mutex_t mutex;
	pthread_cond_t moved;
	uint64_t now; /* number of the block whose answers may be written now */
};

/* Waits until it is the turn of this block. */
void order_wait(struct output_order *order, uint64_t turn);

/* Lets the next block write.  Call it when the answers of this block have been written. */
void order_done(struct output_order *order, uint64_t turn);

#endif
