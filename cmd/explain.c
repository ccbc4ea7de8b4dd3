/* explain.c - everyuri explain: one URI drawn, its readings and dangers; for people. */
#include "explain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct explain {
	bool show_secrets;
	uint32_t standards; /* every one that is built */
};

/* ---- the page -------------------------------------------------------------------------- */

static bool set_to(const char *name, const char **value)
{
	*value = getenv(name);
	return *value && **value;
}

/* POSIX: the first of these that is set says what bytes mean. */
static bool utf8_locale(void)
{
	const char *value;

	if (!set_to("LC_ALL", &value) && !set_to("LC_CTYPE", &value) && !set_to("LANG", &value))
		return false;
	return strstr(value, "UTF-8") || strstr(value, "utf-8") || strstr(value, "UTF8") ||
	       strstr(value, "utf8");
}

static unsigned width_of_page(bool terminal)
{
	const char *columns;
	uint64_t number;
	struct winsize size;

	if (set_to("COLUMNS", &columns) && number_read(columns, 10000, &number) && number >= 20)
		return (unsigned)number;
	if (terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= 20)
		return size.ws_col;
	return 80;
}

static struct page page_of(struct answer *answer, const struct item *item)
{
	enum when when = answer->settings->color;
	const char *no_color;
	bool terminal = answer->terminal;
	struct page page = { .answer = answer, .item = item, .width = width_of_page(terminal) };

	page.color = when == WHEN_ALWAYS ||
	             (when == WHEN_AUTO && terminal && !set_to("NO_COLOR", &no_color));
	page.box = when == WHEN_ALWAYS || (terminal && utf8_locale());
	return page;
}

/* ---- secrets ------------------------------------------------------------------------------ */

/* The bytes that "***" stands for; begin == end: none. */
struct secret {
	size_t begin, end;
};

#define MASK "***"

/* In a text that no standard reads: what stands between the first colon and the last "@"
 * of what looks like an authority. */
static struct secret guess_secret(const char *text, size_t len)
{
	size_t at = 0, end, user;

	while (at + 1 < len && (text[at] != '/' || text[at + 1] != '/'))
		at++;
	if (at + 1 >= len)
		return (struct secret){ 0, 0 };
	user = at += 2;
	while (at < len && !strchr("/?#", text[at]))
		at++;
	for (end = at; end > user && text[end - 1] != '@';)
		end--;
	while (user < end && text[user] != ':')
		user++;
	return user + 1 < end ? (struct secret){ user + 1, end - 1 } : (struct secret){ 0, 0 };
}

/* What any reading takes for a password, from the first such byte to the last. */
static struct secret find_secret(const struct everyuri_comparison *found, const char *text,
                                 size_t len)
{
	struct secret secret = guess_secret(text, len);

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		struct everyuri_span span = found->reading[s].uri.part[EVERYURI_PASSWORD];

		if (!(found->accepted >> s & 1) || span.begin == span.end)
			continue;
		if (secret.begin == secret.end)
			secret = (struct secret){ span.begin, span.end };
		secret.begin = span.begin < secret.begin ? span.begin : secret.begin;
		secret.end = span.end > secret.end ? span.end : secret.end;
	}
	return secret;
}

/* Where a byte of the text is once the secret is masked; `inside` is for one within. */
static size_t moved(const struct secret *secret, size_t at, size_t inside)
{
	if (at <= secret->begin)
		return at;
	if (at < secret->end)
		return inside;
	return at - (secret->end - secret->begin) + sizeof MASK - 1;
}

static void move_span(const struct secret *secret, struct everyuri_span *span)
{
	if (span->begin == EVERYURI_ABSENT)
		return;
	span->begin = (uint32_t)moved(secret, span->begin, secret->begin);
	span->end = (uint32_t)moved(secret, span->end, secret->begin + sizeof MASK - 1);
}

/* Let a reading speak of the masked text. */
static void mask_reading(const struct secret *secret, const char *masked, size_t len,
                         struct everyuri_uri *uri)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		move_span(secret, &uri->part[part]);
	for (int i = 0; i < uri->n_extra; i++)
		move_span(secret, &uri->extra[i].at);
	uri->text = masked;
	uri->len = (uint32_t)len;
}

/* Returns: the text without its secret, from malloc; *len: its length.  NULL: no memory. */
static char *mask_all(const struct secret *secret, const char *text, size_t *len,
                      struct everyuri_comparison *found)
{
	size_t tail = *len - secret->end;
	size_t n = secret->begin + sizeof MASK - 1 + tail;
	char *masked = malloc(n);

	if (!masked)
		return NULL;
	memcpy(masked, text, secret->begin);
	memcpy(masked + secret->begin, MASK, sizeof MASK - 1);
	memcpy(masked + secret->begin + sizeof MASK - 1, text + secret->end, tail);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (found->accepted >> s & 1)
			mask_reading(secret, masked, n, &found->reading[s].uri);
	*len = n;
	return masked;
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void draw(struct page *page, const struct everyuri_comparison *found)
{
	picture_draw(page);
	everyuri_write_text(&page->answer->out, "\n");
	readings_write(page, found);
	everyuri_write_text(&page->answer->out, "\n");
	characters_write(page);
	careful_write(page);
	pass_on_write(page);
	put_end(page->answer);
}

/* The first reading that is valid. */
static const struct everyuri_uri *some_reading(const struct everyuri_comparison *found)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (found->accepted >> s & 1)
			return &found->reading[s].uri;
	return NULL;
}

static void answer_explain(struct answer *answer, const struct item *item, void *own)
{
	const struct explain *explain = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct page page = page_of(answer, item);
	struct everyuri_comparison found;

	item_compare(answer, item, explain->standards, &found);
	bool good = found.accepted >> standard & 1;
	const struct everyuri_uri *some = some_reading(&found);

	page.text = some ? some->text : item->data;
	page.len = some ? some->len : item->len;
	struct secret secret = find_secret(&found, page.text, page.len);
	struct everyuri_error error = found.reading[standard].error;
	char *masked = NULL;

	if (!explain->show_secrets && secret.begin != secret.end) {
		masked = mask_all(&secret, page.text, &page.len, &found);
		if (!masked) {
			answer_status(answer, trouble(answer->settings, "memory", ENOMEM));
			return;
		}
		page.text = masked;
		page.masked = true;
		error.at = good ? 0 : moved(&secret, error.at, secret.begin);
	}
	page.uri = good ? &found.reading[standard].uri : NULL;
	struct everyuri_uri loose;

	if (!some)
		loose_cut(page.text, page.len, &loose);
	page.seen = good ? page.uri : some ? some : &loose;
	page.error = &error;
	draw(&page, &found);
	if (!good)
		answer_failed(answer, &error);
	free(masked);
}

int cmd_explain(int argc, char **argv)
{
	struct settings settings = { .command = "explain",
		                     .usage = "explain [OPTION]... [URI]..." };
	struct explain explain = { 0 };
	struct settings all = { 0 };
	const struct option rows[] = { { .name = "show-secrets", .flag = &explain.show_secrets } };
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	if (settings.shape != SHAPE_TEXT)
		return usage_error(&settings, "is text, for people: compare has the readings as %s",
		                   settings.shape == SHAPE_JSON ? "JSON" : "tsv");
	standards_all(&all);
	explain.standards = standards_asked(&all);
	settings.n_threads = 1;
	return lines_run(&settings, NULL, answer_explain, &explain);
}
