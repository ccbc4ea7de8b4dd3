/* explain.c - everyuri explain: one URI drawn, its readings and dangers; for people. */
#include "config.h"
#include "explain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct explain {
	struct access access;
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

static void widen(struct secret *secret, size_t begin, size_t end)
{
	if (begin == end)
		return;
	if (secret->begin == secret->end)
		*secret = (struct secret){ begin, end };
	secret->begin = begin < secret->begin ? begin : secret->begin;
	secret->end = end > secret->end ? end : secret->end;
}

/* Readings come in two groups: of the item's own text, and of what a standard has made of it. */
static bool is_in_group(const struct everyuri_comparison *found, int s, bool rewritten)
{
	return (found->accepted >> s & 1) &&
	       rewritten == !!(found->reading[s].uri.flags & EVERYURI_REWRITTEN);
}

/* The password of a rewritten reading, where the item has it: as it stands there, or else all
 * from the first colon that can be its own to the last "@". */
static void widen_to_rewritten(struct secret *secret, const struct everyuri_uri *uri,
                               const char *text, size_t len)
{
	const char *password;
	size_t n, begin = 0, end = len;

	everyuri_view(uri, EVERYURI_PASSWORD, &password, &n);
	if (!n)
		return;
	for (size_t at = 1; at + n < len; at++) {
		if (text[at - 1] == ':' && text[at + n] == '@' && !memcmp(text + at, password, n)) {
			widen(secret, at, at + n);
			return;
		}
	}
	while (end > 0 && text[end - 1] != '@')
		end--;
	for (int colons = 0; begin < end && colons < 2; begin++)
		colons += text[begin] == ':';
	if (begin < end)
		widen(secret, begin, end - 1);
}

/* Does a reading say what an "@" is, in a way that leaves no doubt?  One with userinfo does, and one
 * whose host is a host, not a user in front of the "/", "?" or "#" of his password. */
static bool explains_at_sign(const struct everyuri_uri *uri)
{
	const char *user, *password, *host, *port, *path;
	size_t n_user, n_password, n_host, n_port, n_path;

	everyuri_view(uri, EVERYURI_USER, &user, &n_user);
	everyuri_view(uri, EVERYURI_PASSWORD, &password, &n_password);
	everyuri_view(uri, EVERYURI_HOST, &host, &n_host);
	everyuri_view(uri, EVERYURI_PORT, &port, &n_port);
	everyuri_view(uri, EVERYURI_PATH, &path, &n_path);
	if (!host && !user &&
	    !password) /* the oldest standards have hosts of known schemes alone */
		return n_path < 2 || memcmp(path, "//", 2) != 0;
	if (user || password || (n_host && host[0] == '['))
		return true;
	for (size_t i = 0; i < n_port; i++)
		if (port[i] < '0' || port[i] > '9')
			return false;
	return !n_host || (!memchr(host, ':', n_host) && !memchr(host, '@', n_host));
}

/* What `redact` hides in the text, of a reading or (NULL) of one that is no URI. */
static void widen_to_redacted(struct secret *secret, const struct everyuri_uri *uri,
                              const char *text, size_t len, struct everyuri_buf *buf)
{
	static const struct everyuri_secrets none = { 0 };
	size_t begin = 0, tail = 0;

	if (uri ? everyuri_redact(uri, &none, buf, NULL) :
	          everyuri_redact_text(text, len, &none, buf, NULL)) {
		widen(secret, 0, len);
		return;
	}
	while (begin < len && begin < buf->len && text[begin] == buf->data[begin])
		begin++;
	while (tail < len - begin && tail < buf->len - begin &&
	       text[len - 1 - tail] == buf->data[buf->len - 1 - tail])
		tail++;
	widen(secret, begin, len - tail);
}

/* What any reading takes for a password, from the first such byte to the last. */
static struct secret find_secret(const struct everyuri_comparison *found, bool rewritten,
                                 const char *text, size_t len, struct everyuri_buf *buf)
{
	struct secret secret = guess_secret(text, len);
	bool explained = false;

	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		const struct everyuri_uri *uri = &found->reading[s].uri;
		struct everyuri_span span = uri->part[EVERYURI_PASSWORD];

		if (is_in_group(found, s, rewritten)) {
			widen(&secret, span.begin, span.end);
			widen_to_redacted(&secret, uri, uri->text, uri->len, buf);
		} else if (is_in_group(found, s, true)) {
			widen_to_rewritten(&secret, uri, text, len);
		}
		explained = explained || ((found->accepted >> s & 1) && explains_at_sign(uri));
	}
	/* A password that nobody has encoded: u:sec/ret@h. */
	if (!rewritten && !explained)
		widen_to_redacted(&secret, NULL, text, len, buf);
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
                      struct everyuri_comparison *found, bool rewritten)
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
		if (is_in_group(found, s, rewritten))
			mask_reading(secret, masked, n, &found->reading[s].uri);
	*len = n;
	return masked;
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void draw(struct page *page, const struct everyuri_comparison *found,
                 const struct planned *planned)
{
	picture_draw(page);
	everyuri_write_text(&page->answer->out, "\n");
	readings_write(page, found);
	everyuri_write_text(&page->answer->out, "\n");
	characters_write(page);
	if (page->uri)
		steps_write(page, planned);
	careful_write(page);
	pass_on_write(page);
	put_end(page->answer);
}

/* The first reading of a group that is valid. */
static const struct everyuri_uri *some_reading(const struct everyuri_comparison *found,
                                               bool rewritten)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (is_in_group(found, s, rewritten))
			return &found->reading[s].uri;
	return NULL;
}

/* The text of a group of readings, and its secret. */
struct group {
	const char *text;
	size_t len;
	struct secret secret;
	char *masked; /* from malloc, or NULL */
};

/* Returns: false without memory. */
static bool mask_group(struct group *group, const struct item *item,
                       struct everyuri_comparison *found, bool rewritten, bool show_secrets,
                       struct everyuri_buf *buf)
{
	const struct everyuri_uri *some = some_reading(found, rewritten);

	*group = (struct group){ .text = some ? some->text : item->data,
		                 .len = some ? some->len : item->len };
	if (show_secrets || (rewritten && !some))
		return true;
	group->secret = find_secret(found, rewritten, group->text, group->len, buf);
	if (group->secret.begin == group->secret.end)
		return true;
	group->masked = mask_all(&group->secret, group->text, &group->len, found, rewritten);
	group->text = group->masked;
	return group->masked;
}

static void answer_explain(struct answer *answer, const struct item *item, void *own)
{
	const struct explain *explain = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct page page = page_of(answer, item);
	struct everyuri_comparison found;
	struct group as_given, rewritten = { 0 };
	struct planned planned = { .status = PLAN_INVALID };

	item_compare(answer, item, explain->standards, &found);
	bool good = found.accepted >> standard & 1;
	struct everyuri_error error = found.reading[standard].error;

	if (good) /* while its text is whole */
		uri_plan(answer, item, &found.reading[standard].uri, &explain->access.config,
		         &answer->buf[2], &planned);
	if (!mask_group(&as_given, item, &found, false, explain->access.show_secrets,
	                &answer->buf[3]) ||
	    !mask_group(&rewritten, item, &found, true, explain->access.show_secrets,
	                &answer->buf[3])) {
		answer_status(answer, trouble(answer->settings, "memory", ENOMEM));
		free(as_given.masked);
		return;
	}
	const struct everyuri_uri *some = some_reading(&found, false);

	page.uri = good ? &found.reading[standard].uri : NULL;
	page.text = good ? page.uri->text : as_given.text;
	page.len = good ? page.uri->len : as_given.len;
	page.masked = as_given.masked || rewritten.masked;
	if (!good && as_given.masked)
		error.at = moved(&as_given.secret, error.at, as_given.secret.begin);
	struct everyuri_uri loose;

	if (!good && !some)
		loose_cut(page.text, page.len, &loose);
	page.seen = good ? page.uri : some ? some : &loose;
	page.error = &error;
	draw(&page, &found, &planned);
	if (!good)
		answer_failed(answer, &error);
	free(as_given.masked);
	free(rewritten.masked);
}

int cmd_explain(int argc, char **argv)
{
	struct settings settings = { .command = "explain",
		                     .usage = "explain [OPTION]... [URI]..." };
	struct explain explain = { 0 };
	struct settings all = { 0 };
	struct option rows[ACCESS_OPTIONS];

	access_options(&explain.access, rows);
	int status = settings_read(&settings, argc, argv, rows, ACCESS_OPTIONS);

	if (status < 0 && settings.shape != SHAPE_TEXT)
		status = usage_error(&settings,
		                     "is text, for people: compare has the readings as %s",
		                     settings.shape == SHAPE_JSON ? "JSON" : "tsv");
	if (status < 0)
		status = access_read(&explain.access, &settings);
	if (status >= 0) {
		access_free(&explain.access);
		return status;
	}
	standards_all(&all);
	explain.standards = standards_asked(&all);
	settings.n_threads = 1;
	status = lines_run(&settings, NULL, answer_explain, &explain);
	access_free(&explain.access);
	return status;
}
