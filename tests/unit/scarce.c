/* scarce.c - what memory.c has not: the calls that read configuration, lists and rows, and those that are
 * called again and again with one buffer.  Each allocation fails, alone and with all behind it (THREATS L4):
 * that is said, what was there stays, and the same call succeeds once there is memory. */
#include <everyuri.h>

#include "failing.h"
#include "tap.h"

#include <stdlib.h>

static struct everyuri_uri read_uri(const char *text, enum everyuri_standard standard)
{
	struct everyuri_uri uri = { 0 };

	ok(!everyuri_parse(text, strlen(text), standard, 0, NULL, NULL, &uri, NULL), "%s is read",
	   text);
	return uri;
}

/* What is written besides the buffer: a call that fails leaves it. */
struct given {
	struct everyuri_config config;
	uint32_t accepted[3];
};

typedef enum everyuri_status call_fn(struct everyuri_buf *buf, struct given *given,
                                     struct everyuri_error *err);

static enum everyuri_status call_iri_to_uri(struct everyuri_buf *buf, struct given *given,
                                            struct everyuri_error *err)
{
	struct everyuri_uri iri = read_uri("http://b\xC3\xBC"
	                                   "cher.example/\xC3\xA9?\xC3\xA9",
	                                   EVERYURI_RFC3987);

	(void)given;
	return everyuri_iri_to_uri(&iri, 0, buf, err);
}

static enum everyuri_status call_uri_to_iri(struct everyuri_buf *buf, struct given *given,
                                            struct everyuri_error *err)
{
	struct everyuri_uri uri =
		read_uri("http://xn--bcher-kva.example/%C3%A9%FF", EVERYURI_RFC3986);

	(void)given;
	return everyuri_uri_to_iri(&uri, buf, err);
}

static enum everyuri_status call_params_decode(struct everyuri_buf *buf, struct given *given,
                                               struct everyuri_error *err)
{
	(void)given;
	return everyuri_params_decode("a+b%20%FF", 9, buf, err);
}

static enum everyuri_status call_params_delete(struct everyuri_buf *buf, struct given *given,
                                               struct everyuri_error *err)
{
	const struct everyuri_text name = { "b", 1 }, any = { NULL, 0 };

	(void)given;
	return everyuri_params_delete("a=1&b=2&c=3", 11, name, any, buf, err);
}

static enum everyuri_status call_config_read(struct everyuri_buf *buf, struct given *given,
                                             struct everyuri_error *err)
{
	static const char lines[] = "proxy p:3128\nscheme x-a port=7777\n"
				    "step x-a connect\nstep x-a send LOGIN {user}\n"
				    "step x-a receive dot\n";

	return everyuri_config_read(lines, sizeof lines - 1, buf, &given->config, err);
}

static enum everyuri_status call_entry(struct everyuri_buf *buf, struct given *given,
                                       struct everyuri_error *err)
{
	struct everyuri_uri base = read_uri("ftp://u@h/a/", EVERYURI_RFC3986);
	const struct everyuri_entry entry = { .type = { "d", 1 }, .name = { "b c;", 4 } };

	(void)given;
	return everyuri_entry_uri(&base, &entry, buf, err);
}

static enum everyuri_status call_search(struct everyuri_buf *buf, struct given *given,
                                        struct everyuri_error *err)
{
	struct everyuri_uri index = read_uri("http://h/a?b#c", EVERYURI_RFC3986);
	const struct everyuri_text words = { "two words+", 10 };

	(void)given;
	return everyuri_search_uri(&index, words, buf, err);
}

static enum everyuri_status call_plan(struct everyuri_buf *buf, struct given *given,
                                      struct everyuri_error *err)
{
	struct everyuri_uri uri =
		read_uri("ftp://u:p@b%C3%BCcher.example/a/b;type=i", EVERYURI_RFC3986);
	struct everyuri_plan plan;

	(void)given;
	return everyuri_plan_make(&uri, NULL, buf, &plan, err);
}

static const struct {
	const char *name;
	call_fn *call;
} calls[] = {
	{ "iri_to_uri", call_iri_to_uri },       { "uri_to_iri", call_uri_to_iri },
	{ "params_decode", call_params_decode }, { "params_delete", call_params_delete },
	{ "config_read", call_config_read },     { "entry_uri", call_entry },
	{ "search_uri", call_search },           { "plan_make", call_plan },
};

static bool same_bytes(const void *data, unsigned char byte, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (((const unsigned char *)data)[i] != byte)
			return false;
	return true;
}

/* Returns: the number of allocations that the call makes. */
static unsigned long fail_each(const char *name, call_fn *call)
{
	for (unsigned long round = 0; round < 1000; round++) {
		struct failing failing;
		struct everyuri_buf buf;
		struct everyuri_error err = { 0 };
		struct given given;
		enum everyuri_status status;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		memset(&given, 0xA5, sizeof given);
		status = call(&buf, &given, &err);
		if (failing.failed) {
			ok(status == EVERYURI_NO_MEMORY && err.status == status && !buf.len &&
			           same_bytes(&given, 0xA5, sizeof given),
			   "THREATS L4: %s without memory, round %lu: nothing is written", name,
			   round);
			failing_end(&failing);
			status = call(&buf, &given, &err);
		}
		ok(!status, "THREATS L4: %s with memory", name);
		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses, "THREATS L4: %s gives all back", name);
		if (!failing.failed)
			return round / 2;
	}
	ok(false, "%s comes to an end", name);
	return 0;
}

/* ---- many at once, counted ---------------------------------------------------------------------- */

/* Of rows the ones in front of where memory ended are answered, and the others are not touched. */
static void rows(void)
{
	static const struct everyuri_text text[] = { { "http://h/", 9 },
		                                     { "HTTP://H/%7e", 12 },
		                                     { "h t", 3 } };
	const struct everyuri_rows column = { .layout = EVERYURI_LAYOUT_TEXTS,
		                              .n_rows = 3,
		                              .at = text };

	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_buf buf;
		uint32_t accepted[3] = { 7, 7, 7 };
		const struct everyuri_comparisons of = { .accepted = accepted };
		enum everyuri_status status;
		size_t n_done = 99;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		status = everyuri_bulk_compare(&column, UINT32_MAX, 0, &buf, &of, &n_done, NULL);
		if (!failing.failed)
			ok(!status && n_done == 3 && round, "bulk_compare: with memory");
		else
			ok(status == EVERYURI_NO_MEMORY && n_done < 3 && accepted[2] == 7,
			   "bulk_compare: no memory, round %lu: stops at its row", round);
		if (failing.failed) {
			failing_end(&failing);
			ok(!everyuri_bulk_compare(&column, UINT32_MAX, 0, &buf, &of, &n_done,
			                          NULL) &&
			           n_done == 3,
			   "bulk_compare: and with memory again");
		}
		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses, "bulk_compare: gives all back");
		if (!failing.failed)
			break;
	}
}

/* Items in front of the one that found no memory are counted, it is not, and those behind it are. */
static void counted(void)
{
	struct everyuri_stats_options options = { .memory = EVERYURI_STATS_MEMORY_MIN };
	static const char text[] = "HTTP://H/a b";

	options.standard[options.n_standards++] = EVERYURI_WHATWG;
	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_buf buf, scratch;
		struct everyuri_stats *stats = NULL;
		enum everyuri_status begun;
		uint64_t items = 0, refused = 0;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		everyuri_buf_init(&scratch, NULL, 0, &failing.allocator);
		begun = everyuri_stats_init(&buf, &options, &stats, NULL);
		ok(begun ? failing.failed && begun == EVERYURI_NO_MEMORY && !stats :
		           !failing.failed,
		   "stats_init: no memory, round %lu: it begins, or not at all", round);
		for (int i = 0; !begun && i < 3; i++) {
			enum everyuri_status status =
				everyuri_stats_add(stats, text, sizeof text - 1, &scratch, NULL);

			items += !status;
			refused += status == EVERYURI_NO_MEMORY;
		}
		ok(begun || (items + refused == 3 && (refused > 0) == failing.failed &&
		             everyuri_stats_read_items(stats)->items == items),
		   "stats_add: round %lu: %lu counted, %lu not", round, (unsigned long)items,
		   (unsigned long)refused);
		everyuri_buf_free(&scratch);
		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses, "stats: gives all back");
		if (!failing.failed)
			break;
	}
}

int main(void)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		ok(fail_each(calls[i].name, calls[i].call) > 0, "%s allocates", calls[i].name);
	rows();
	counted();
	return done();
}
