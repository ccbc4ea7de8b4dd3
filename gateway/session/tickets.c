/* Tickets.  Only the page that answered the POST may open the WebSocket of a session.  It may
 * do so once, and only within a short time (THREATS G2). */
#define _GNU_SOURCE /* pthread_mutex_t */
#include "gateway/session/session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct ticket {
	uint64_t until; /* expiry time; 0 if the ticket is unused */
	struct session_target target;
	char name[TICKET_LEN + 1];
};

struct tickets {
	pthread_mutex_t lock;
	struct ticket ticket[TICKETS_MAX];
};

struct tickets *eu_tickets_open(void)
{
	struct tickets *tickets = calloc(1, sizeof *tickets);

	if (tickets && pthread_mutex_init(&tickets->lock, NULL)) {
		free(tickets);
		return NULL;
	}
	return tickets;
}

void eu_tickets_close(struct tickets *tickets)
{
	if (!tickets)
		return;
	pthread_mutex_destroy(&tickets->lock);
	free(tickets);
}

bool eu_secret_is(struct everyuri_text text, const char *secret, size_t len)
{
	unsigned char wrong = 0;

	if (!text.data || text.len != len)
		return false;
	for (size_t i = 0; i < len; i++)
		wrong |= (unsigned char)(text.data[i] ^ secret[i]);
	return !wrong;
}

static bool draw_name(char name[TICKET_LEN + 1])
{
	unsigned char random[TICKET_LEN / 2];

	if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
		return false;
	for (size_t i = 0; i < sizeof random; i++)
		snprintf(name + 2 * i, 3, "%02x", random[i]);
	return true;
}

/* Returns the place for a new ticket: the ticket that expires first.  That is an unused one,
 * an expired one, or the oldest one. */
static struct ticket *place_for_one(struct tickets *tickets)
{
	struct ticket *first = &tickets->ticket[0];

	for (size_t i = 1; i < TICKETS_MAX; i++)
		if (tickets->ticket[i].until < first->until)
			first = &tickets->ticket[i];
	return first;
}

bool eu_ticket_issue(struct tickets *tickets, const struct session_target *target, uint64_t now,
                     char name[TICKET_LEN + 1])
{
	struct ticket *ticket;

	if (!draw_name(name))
		return false;
	pthread_mutex_lock(&tickets->lock);
	ticket = place_for_one(tickets);
	ticket->until = now + TICKET_MS;
	ticket->target = *target;
	memcpy(ticket->name, name, sizeof ticket->name);
	pthread_mutex_unlock(&tickets->lock);
	return true;
}

bool eu_ticket_redeem(struct tickets *tickets, struct everyuri_text name, uint64_t now,
                      struct session_target *target)
{
	bool found = false;

	pthread_mutex_lock(&tickets->lock);
	for (size_t i = 0; i < TICKETS_MAX; i++) {
		struct ticket *ticket = &tickets->ticket[i];

		if (!ticket->until || !eu_secret_is(name, ticket->name, TICKET_LEN))
			continue;
		found = now < ticket->until;
		if (found)
			*target = ticket->target;
		memset(ticket, 0, sizeof *ticket);
	}
	pthread_mutex_unlock(&tickets->lock);
	return found;
}
