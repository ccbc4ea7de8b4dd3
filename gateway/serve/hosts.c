/* hosts.c - how many ask one host at once: a gateway that many use is no more to a server than one
 * busy client (THREATS G8). */
#define _GNU_SOURCE /* threads, clocks */
#include "gateway/serve/serving.h"

#include <stdlib.h>
#include <string.h>

#define PLACES 16   /* of each host */
#define BUCKETS 256 /* a host is known while somebody asks it: at most one a worker */

struct host {
	struct host *next;   /* in its bucket */
	pthread_cond_t left; /* somebody has */
	unsigned n_inside, n_waiting;
	size_t len;
	char name[]; /* in lower case, without its final dot */
};

struct hosts {
	pthread_mutex_t lock;
	struct host *bucket[BUCKETS];
};

struct hosts *eu_hosts_open(void)
{
	struct hosts *hosts = calloc(1, sizeof *hosts);

	if (hosts && pthread_mutex_init(&hosts->lock, NULL)) {
		free(hosts);
		return NULL;
	}
	return hosts;
}

void eu_hosts_close(struct hosts *hosts)
{
	if (!hosts)
		return;
	pthread_mutex_destroy(
		&hosts->lock); /* who is inside a host is a worker, and those are gone */
	free(hosts);
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool is_named(const struct host *host, const char *name, size_t len)
{
	if (host->len != len)
		return false;
	for (size_t i = 0; i < len; i++)
		if (host->name[i] != lower(name[i]))
			return false;
	return true;
}

/* "h.example." is h.example. */
static size_t without_dot(const char *name, size_t len)
{
	return len && name[len - 1] == '.' ? len - 1 : len;
}

/* FNV-1a, in 32 bits.  Who chooses names so that they meet finds a list of at most SERVE_WORKERS. */
static struct host **bucket_of(struct hosts *hosts, const char *name, size_t len)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ (unsigned char)lower(name[i])) * 16777619u;
	return &hosts->bucket[(sum ^ sum >> 16) % BUCKETS];
}

/* Where the host hangs, or the end of its bucket. */
static struct host **place_of(struct hosts *hosts, const char *name, size_t len)
{
	struct host **at = bucket_of(hosts, name, len);

	while (*at && !is_named(*at, name, len))
		at = &(*at)->next;
	return at;
}

static struct host *new_host(const char *name, size_t len)
{
	struct host *host = calloc(1, sizeof *host + len);

	if (!host)
		return NULL;
	if (!eu_serve_condition(&host->left)) {
		free(host);
		return NULL;
	}
	host->len = len;
	for (size_t i = 0; i < len; i++)
		host->name[i] = lower(name[i]);
	return host;
}

static void forget_unused(struct host **at)
{
	struct host *host = *at;

	if (host->n_inside || host->n_waiting)
		return;
	*at = host->next;
	pthread_cond_destroy(&host->left);
	free(host);
}

static bool enter(struct hosts *hosts, struct host *host, uint64_t until)
{
	host->n_waiting++;
	while (host->n_inside >= PLACES && eu_serve_wait(&host->left, &hosts->lock, until))
		;
	host->n_waiting--;
	if (host->n_inside >= PLACES)
		return false;
	host->n_inside++;
	return true;
}

bool eu_hosts_enter(struct everyuri_gateway *gateway, const char *host, size_t len, unsigned ms)
{
	struct hosts *hosts = gateway->hosts;
	const uint64_t until = eu_serve_now() + ms;
	struct host **at;
	bool entered;

	len = without_dot(host, len);
	pthread_mutex_lock(&hosts->lock);
	at = place_of(hosts, host, len);
	if (!*at)
		*at = new_host(host, len);
	entered = *at && enter(hosts, *at, until);
	at = place_of(hosts, host, len); /* others came and went meanwhile */
	if (*at)
		forget_unused(at);
	pthread_mutex_unlock(&hosts->lock);
	return entered;
}

void eu_hosts_leave(struct everyuri_gateway *gateway, const char *host, size_t len)
{
	struct hosts *hosts = gateway->hosts;
	struct host **at;

	len = without_dot(host, len);
	pthread_mutex_lock(&hosts->lock);
	at = place_of(hosts, host, len);
	if (*at && (*at)->n_inside) {
		(*at)->n_inside--;
		pthread_cond_signal(&(*at)->left);
		forget_unused(at);
	}
	pthread_mutex_unlock(&hosts->lock);
}
