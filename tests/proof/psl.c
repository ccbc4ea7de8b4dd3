/* psl.c - compare the Public Suffix List with libpsl: every rule of Debian's list, names made from it, and random names,
 * with both sections and with the first only. */
#include <everyuri.h>

#include "shapes.h"
#include "tap.h"

#include <libpsl.h>
#include <stdlib.h>

#define LIST "/usr/share/publicsuffix/public_suffix_list.dat"
#define SHOWN_MAX 5
#define POOL_MAX 20000

struct proof {
	struct everyuri_psl psl;
	psl_ctx_t *peer;
	unsigned long names, domains, differ;
};

/* Returns the registrable domain by libpsl, as psl_registrable_domain does, but for any section: the longest suffix and
 * one more label; NULL if there is none. */
static const char *peer_domain(const psl_ctx_t *peer, const char *name, int type)
{
	const char *domain = NULL;

	while (!psl_is_public_suffix2(peer, name, type)) {
		const char *dot = strchr(name, '.');

		domain = name;
		if (!dot)
			break;
		name = dot + 1;
	}
	return domain;
}

static void compare_one(struct proof *proof, const char *name, bool icann)
{
	struct everyuri_psl_found found;
	const char *theirs = peer_domain(proof->peer, name, icann ? PSL_TYPE_ICANN : PSL_TYPE_ANY);
	size_t len = strlen(name);
	enum everyuri_status status = everyuri_psl_find(
		&proof->psl, name, len, icann ? EVERYURI_PSL_ICANN_ONLY : 0u, &found, NULL);
	const char *ours =
		status || found.domain.begin == EVERYURI_ABSENT ? NULL : name + found.domain.begin;

	proof->names++;
	proof->domains += ours != NULL;
	if (ours == theirs && !status)
		return;
	if (proof->differ++ < SHOWN_MAX)
		diag("%s%s: libpsl %s, everyuri %s", name, icann ? " (icann)" : "",
		     theirs ? theirs : "none", ours ? ours : "none");
}

static void compare_name(struct proof *proof, const char *name)
{
	compare_one(proof, name, false);
	compare_one(proof, name, true);
}

/* Tries the name of a rule, and names above and below it. */
static void compare_rule(struct proof *proof, const char *rule)
{
	static const char *const fronts[] = { "", "a.", "a.b.", "www.city.a." };
	char name[512];
	const char *base = rule[0] == '!' ? rule + 1 : rule[0] == '*' ? rule + 2 : rule;

	for (size_t k = 0; k < sizeof fronts / sizeof *fronts; k++) {
		snprintf(name, sizeof name, "%s%s", fronts[k], base);
		compare_name(proof, name);
	}
	for (const char *dot = strchr(base, '.'); dot; dot = strchr(dot + 1, '.'))
		compare_name(proof, dot + 1);
}

/* Converts a rule outside US-ASCII to A-labels, for both libraries.  Returns: is it one? */
static bool compare_in_ascii(struct proof *proof, const char *rule, struct everyuri_buf *buf)
{
	char name[512];

	if (everyuri_idna_to_ascii(rule, strlen(rule), 0, buf, NULL)) {
		compare_rule(proof, rule);
		return false;
	}
	snprintf(name, sizeof name, "%.*s", (int)buf->len, buf->data);
	compare_rule(proof, name);
	return strcmp(name, rule) != 0;
}

/* Tries names made of labels of the rules, in any order. */
static void compare_random(struct proof *proof, char *const *pool, size_t n_pool)
{
	struct shapes shapes = { .state = 4 };
	unsigned long rounds = getenv("EVERYURI_QUICK") ? 20000 : 300000;
	char name[512];

	for (unsigned long i = 0; i < rounds; i++) {
		size_t len = 0;

		for (unsigned n = 1 + shapes_below(&shapes, 3); n; n--) {
			const char *piece = pool[shapes_below(&shapes, (unsigned)n_pool)];

			if (shapes_one_in(&shapes, 3) && strchr(piece, '.'))
				piece = strchr(piece, '.') + 1;
			len += (size_t)snprintf(name + len, sizeof name - len, "%s%s",
			                        len ? "." : "", piece);
		}
		compare_name(proof, name);
	}
	diag("%lu random names", rounds);
}

static char *read_list(size_t *len)
{
	FILE *file = fopen(LIST, "rb");
	char *data = malloc(1u << 24);

	if (!file || !data) {
		free(data);
		return NULL;
	}
	*len = fread(data, 1, (1u << 24) - 1, file);
	data[*len] = '\0';
	fclose(file);
	return data;
}

static void compare_list(struct proof *proof, char *text)
{
	static char *pool[POOL_MAX];
	struct everyuri_buf buf;
	size_t n_pool = 0, n_foreign = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (char *line = text, *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		line[strcspn(line, " \t\r")] = '\0';
		if (!*line || line[0] == '/')
			continue;
		if (compare_in_ascii(proof, line, &buf))
			n_foreign++;
		else if (line[0] != '*' && line[0] != '!' && n_pool < POOL_MAX)
			pool[n_pool++] = line;
	}
	everyuri_buf_free(&buf);
	ok(proof->names > 50000 && !proof->differ,
	   "publicsuffix.org: every rule gives the result of libpsl");
	diag("%lu names, %lu with a domain; %zu rules outside of US-ASCII", proof->names,
	     proof->domains, n_foreign);
	compare_random(proof, pool, n_pool);
	ok(!proof->differ, "publicsuffix.org: random names, as libpsl has them");
}

int main(void)
{
	struct proof proof = { .peer = psl_load_file(LIST) };
	struct everyuri_buf buf;
	size_t len = 0;
	char *text = read_list(&len);

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!text || !proof.peer) {
		skip("publicsuffix.org: every rule gives the result of libpsl",
		     LIST " is missing; install publicsuffix");
	} else if (ok(everyuri_psl_load(text, len, &buf, &proof.psl, NULL) == EVERYURI_OK,
	              "publicsuffix.org: Debian's list is read")) {
		diag("%u rules take %zu bytes", (unsigned)proof.psl.n_rules, buf.len);
		compare_list(&proof, text);
	}
	everyuri_buf_free(&buf);
	psl_free(proof.peer);
	free(text);
	return done();
}
