/* hosts.c - sixteen at once at one host, whatever case its name is written in. */
#define _GNU_SOURCE
#include "gateway/serve/serving.h"

#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static struct everyuri_gateway gateway;
static atomic_uint n_inside;

static bool enter(const char *host, unsigned ms)
{
	return eu_hosts_enter(&gateway, host, strlen(host), ms);
}

static void leave(const char *host)
{
	eu_hosts_leave(&gateway, host, strlen(host));
}

static void try_places(void)
{
	unsigned n = 0;
	uint64_t begun;

	while (n < 20 && enter("h.example", 0))
		n++;
	ok(n == 16, "THREATS G8: sixteen are let in at once: %u", n);
	begun = eu_serve_now();
	ok(!enter("h.example", 200), "the next waits in vain");
	ok(eu_serve_now() - begun >= 190 && eu_serve_now() - begun < 2000,
	   "for as long as it wants to");
	ok(!enter("H.EXAMPLE", 0) && !enter("h.example.", 0),
	   "and so under the host's other names");
	ok(enter("i.example", 0) && enter("h.exampl", 0) && enter("", 0),
	   "other hosts have places of their own");
	leave("i.example");
	leave("h.exampl");
	leave("");
	leave("H.Example.");
	ok(enter("h.example", 0) && !enter("h.example", 0), "one that leaves makes room for one");
	for (unsigned i = 0; i < 16; i++)
		leave("h.example");
	leave("h.example"); /* once too often */
	for (n = 0; n < 20 && enter("h.example", 0);)
		n++;
	ok(n == 16, "one that leaves twice makes room once: %u", n);
	for (unsigned i = 0; i < 16; i++)
		leave("h.example");
}

static void *wait_inside(void *context)
{
	(void)context;
	if (enter("w.example", 5000)) {
		atomic_fetch_add(&n_inside, 1);
		usleep(20000);
		leave("w.example");
	}
	return NULL;
}

static void try_waiting(void)
{
	pthread_t thread[64];
	uint64_t begun;

	for (unsigned i = 0; i < 16; i++)
		enter("w.example", 0);
	for (unsigned i = 0; i < 64; i++)
		pthread_create(&thread[i], NULL, wait_inside, NULL);
	usleep(100000);
	ok(!atomic_load(&n_inside), "nobody is let in while all places are taken");
	begun = eu_serve_now();
	for (unsigned i = 0; i < 16; i++)
		leave("w.example");
	for (unsigned i = 0; i < 64; i++)
		pthread_join(thread[i], NULL);
	ok(atomic_load(&n_inside) == 64 && eu_serve_now() - begun < 4000,
	   "all that wait are let in, each as one leaves");
}

int main(void)
{
	gateway.hosts = eu_hosts_open();
	try_places();
	try_waiting();
	eu_hosts_close(
		gateway.hosts); /* a host that was forgotten is a leak that the sanitizer sees */
	return done();
}
