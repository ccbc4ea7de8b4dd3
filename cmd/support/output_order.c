#include "cmd.h"
#include "output_order.h"

void turns_wait(struct turns *turns, uint64_t turn)
{
	pthread_mutex_lock(&turns->mutex);
	while (turns->now != turn)
		pthread_cond_wait(&turns->moved, &turns->mutex);
	pthread_mutex_unlock(&turns->mutex);
}

void turns_done(struct turns *turns, uint64_t turn)
{
	turns_wait(turns, turn);
	pthread_mutex_lock(&turns->mutex);
	turns->now = turn + 1;
	pthread_cond_broadcast(&turns->moved);
	pthread_mutex_unlock(&turns->mutex);
}
