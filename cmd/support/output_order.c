#include "cmd.h"
#include "output_order.h"

void order_wait(struct output_order *order, uint64_t turn)
{
	pthread_mutex_lock(&order->mutex);
	while (order->now != turn)
		pthread_cond_wait(&order->moved, &order->mutex);
	pthread_mutex_unlock(&order->mutex);
}

void order_done(struct output_order *order, uint64_t turn)
{
	order_wait(order, turn);
	pthread_mutex_lock(&order->mutex);
	order->now = turn + 1;
	pthread_cond_broadcast(&order->moved);
	pthread_mutex_unlock(&order->mutex);
}
