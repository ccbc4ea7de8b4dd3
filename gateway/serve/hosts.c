/* hosts.c - limits the number of concurrent requests to one host, so that a gateway with many
 * users loads a server no more than one busy client does (THREATS G8). */
#define _GNU_SOURCE /* pthread_cond_t, struct timespec */
#include "gateway/serve/serving.h"

#include <stdlib.h>
#include <string.h>

#define PLACES 16 /* maximum number of concurrent requests to one host */
#define BUCKETS \
	256 /* number of hash buckets; there are at most SERVE_WORKERS entries, one for each
                     * worker */

struct host {
	struct host *next;   /* next host in the same bucket */
	pthread_cond_t left; /* signalled when a request to the host ends */
	unsigned n_inside, n_waiting;
	size_t len;
	char name[]; /* lower case, without a trailing dot */
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
	pthread_mutex_destroy(&hosts->lock); /* no thread uses it now: only workers do, and they
	                                      * have exited */
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

/* Returns the length of the name without a trailing dot, because "h.example." is the same host as
 * "h.example". */
static size_t without_dot(const char *name, size_t len)
{
	return len && name[len - 1] == '.' ? len - 1 : len;
}

/* Hashes the name with 32-bit FNV-1a.  Names chosen to collide do little harm, because a bucket
 * has at most SERVE_WORKERS entries. */
static struct host **bucket_of(struct hosts *hosts, const char *name, size_t len)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ (unsigned char)lower(name[i])) * 16777619u;
	return &hosts->bucket[(sum ^ sum >> 16) % BUCKETS];
}

/* Returns the link that points to the host.  If the host is not in the table, returns the link at
 * the end of its bucket. */
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
	at = place_of(hosts, host, len); /* the table may have changed during the wait */
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
