/* The articles of a newsgroup as threads.  The thread with the newest article comes first.
 *
 * Servers send the oldest article first, and the number of articles is known only at the end.  So
 * the last THREADS_MAX articles are kept.  An article that a newer one replaces is written at
 * once, into a collapsed list above the threads.  Memory use is limited to THREADS_MAX
 * articles. */
#include "gateway/pages/threads.h"

#include <everyuri/message.h>

#include <stdlib.h>

#define SUBJECT_MAX 300 /* maximum bytes of a subject that are kept */
#define AUTHOR_MAX 120
#define DATE_MAX 32
#define INDENT_MAX 12 /* maximum levels of indentation; deeper articles stay at the last level */

struct threads {
	struct article article[THREADS_MAX]; /* a ring buffer; the next article replaces
	                                      * article[at] */
	uint32_t at, n;
	uint64_t n_older;
	struct everyuri_buf words; /* memory for decoding RFC 2047 */
};

static bool takes_threads(const struct page *page, const struct everyuri_object *object)
{
	(void)page;
	return object->kind == EVERYURI_MENU && object->threaded;
}

static bool threads_begin(struct showing *showing, const struct everyuri_object *object)
{
	struct threads *threads = calloc(1, sizeof *threads);
	struct page *page = &showing->page;

	(void)object;
	if (!threads)
		return false;
	everyuri_buf_init(&threads->words, NULL, 0, NULL);
	showing->state = threads;
	eu_page_begin(page);
	eu_page_heading(page);
	return true;
}

/* ---- reading an article ---------------------------------------------------------------------------------- */

/* Returns the length of the text, limited to `most` bytes.  Does not split a character. */
static size_t front_of(struct everyuri_text text, size_t most)
{
	size_t len = text.data ? text.len : 0;

	if (len <= most)
		return len;
	for (len = most; len && ((unsigned char)text.data[len] & 0xC0) == 0x80; len--)
		;
	return len;
}

static struct everyuri_text put(char **to, const char *data, size_t len)
{
	struct everyuri_text text = { *to, len };

	if (len)
		memcpy(*to, data, len);
	*to += len;
	return text;
}

/* Decodes a text as in RFC 2047, and copies the result. */
static struct everyuri_text put_words(char **to, struct everyuri_text text, size_t most,
                                      struct everyuri_buf *words)
{
	if (text.data && !everyuri_message_words(text.data, text.len, words, NULL) && words->len)
		text = (struct everyuri_text){ words->data, words->len };
	return put(to, text.data, front_of(text, most));
}

/* Limit in bytes.  A longer URI is dropped, because a truncated URI would be wrong. */
#define ARTICLE_URI_MAX 2048

static bool keep_article(struct article *article, const struct everyuri_item *item,
                         struct everyuri_buf *words)
{
	const struct everyuri_text uri =
		item->uri.len <= ARTICLE_URI_MAX ? item->uri : (struct everyuri_text){ NULL, 0 };
	size_t need = SUBJECT_MAX + AUTHOR_MAX + DATE_MAX + uri.len;
	char *to = malloc(need);

	if (!to)
		return false;
	*article = (struct article){ .memory = to, .kind = item->kind };
	article->subject = put_words(&to, item->label, SUBJECT_MAX, words);
	article->author = put_words(&to, item->author, AUTHOR_MAX, words);
	article->date = put(&to, item->date.data, front_of(item->date, DATE_MAX));
	if (uri.data)
		article->uri = put(&to, uri.data, uri.len);
	if (item->message_id.data && item->message_id.len)
		article->id = eu_thread_hash(item->message_id.data, item->message_id.len);
	eu_thread_follow(article, item->references);
	return true;
}

/* ---- the author ------------------------------------------------------------------------------------------ */

static struct everyuri_text trim(struct everyuri_text text)
{
	while (text.len && (*text.data == ' ' || *text.data == '"')) {
		text.data++;
		text.len--;
	}
	while (text.len && (text.data[text.len - 1] == ' ' || text.data[text.len - 1] == '"'))
		text.len--;
	return text;
}

/* Returns the name in "Name <a@h>" or in "a@h (Name)" (RFC 5322 3.4, RFC 5536 3.1.2).  Returns the
 * address if there is no name. */
static struct everyuri_text name_of_author(struct everyuri_text author)
{
	const char *bracket = author.len ? memchr(author.data, '<', author.len) : NULL;
	const char *open = author.len ? memchr(author.data, '(', author.len) : NULL;
	struct everyuri_text name = { NULL, 0 };

	if (bracket)
		name = trim((struct everyuri_text){ author.data, (size_t)(bracket - author.data) });
	else if (open && author.data[author.len - 1] == ')')
		name = trim((struct everyuri_text){
			open + 1, (size_t)(author.data + author.len - open) - 2 });
	return name.len ? name : author;
}

/* ---- output ------------------------------------------------------------------------------------------------ */

/* Shows a date such as "2026-11-21T17:00:00Z" to the minute. */
static void say_date(struct page *page, struct everyuri_text date)
{
	const size_t shown = date.len < 16 ? date.len : 16;

	if (!date.len)
		return;
	eu_page_say(page, " <time datetime=\"");
	eu_page_text(page, date.data, date.len);
	eu_page_say(page, "\">");
	for (size_t i = 0; i < shown; i++)
		eu_page_text(page, date.data[i] == 'T' ? " " : date.data + i, 1);
	eu_page_say(page, "</time>");
}

static void say_plain(struct page *page, struct everyuri_text text)
{
	eu_page_say(page, "<bdi>");
	eu_page_text(page, text.data, text.len);
	eu_page_say(page, "</bdi>");
}

/* Returns the subject without the "Re: " of replies (RFC 5322 3.6.5). */
static struct everyuri_text bare_subject(struct everyuri_text subject)
{
	while (eu_page_begins_with(subject, "re:")) {
		subject.data += 3;
		subject.len -= 3;
		subject = trim(subject);
	}
	return subject;
}

static bool has_same_subject(const struct article *article, const struct article *above)
{
	const struct everyuri_text own = bare_subject(article->subject);
	const struct everyuri_text other = bare_subject(above->subject);

	return own.len == other.len && own.len && !memcmp(own.data, other.data, own.len);
}

/* Begins the <li> of an article.  The <li> stays open for the replies.  above: the article to
 * which this one replies, or NULL. */
static void say_article(struct page *page, const struct article *article,
                        const struct article *above)
{
	const struct everyuri_text author = name_of_author(article->author);
	const bool known = article->author.len || article->date.len;

	/* An article with the same subject as `above` emphasises its author instead. */
	eu_page_say(page,
	            above && has_same_subject(article, above) ? "<li class=\"same\">" : "<li>");
	if (article->uri.data)
		eu_page_link(page, article->uri,
		             article->subject.len ? article->subject : PAGE_TEXT("(no subject)"));
	else
		say_plain(page, article->subject);
	if (!known)
		return;
	eu_page_say(page, " <span class=\"fact\">");
	if (author.len)
		say_plain(page, author);
	say_date(page, article->date);
	eu_page_say(page, "</span>");
}

/* Writes an article that a newer one replaces in the buffer. */
static void say_older(struct threads *threads, struct page *page, const struct article *article)
{
	if (!threads->n_older++)
		eu_page_say(page, "<details class=\"older\">\n<summary>Older articles, not grouped "
		                  "by thread</summary>\n<ol>\n");
	say_article(page, article, NULL);
	eu_page_say(page, "</li>\n");
}

static bool threads_item(struct showing *showing, const struct everyuri_item *item)
{
	struct threads *threads = showing->state;
	struct article *article = &threads->article[threads->at];

	if (threads->n == THREADS_MAX) {
		say_older(threads, &showing->page, article);
		free(article->memory);
		article->memory = NULL;
	}
	if (!keep_article(article, item, &threads->words))
		return false;
	threads->at = (threads->at + 1) % THREADS_MAX;
	threads->n += threads->n < THREADS_MAX;
	return true;
}

/* ---- threads ------------------------------------------------------------------------------------------------ */

/* Writes a thread in depth-first order, without recursion.  Lists are nested up to INDENT_MAX
 * levels; deeper articles are all written at the last level. */
static void say_thread(struct page *page, const struct article *const *article,
                       const struct thread_place *place, uint32_t first)
{
	uint32_t at = first;
	unsigned depth = 0;

	for (;;) {
		const uint32_t above = place[at].above;

		say_article(page, article[at], above == ARTICLE_NONE ? NULL : article[above]);
		if (place[at].first != ARTICLE_NONE) {
			eu_page_say(page, depth < INDENT_MAX ? "\n<ol>\n" : "</li>\n");
			depth++;
			at = place[at].first;
			continue;
		}
		eu_page_say(page, "</li>\n");
		while (at != first && place[at].next == ARTICLE_NONE) {
			at = place[at].above;
			depth--;
			if (depth < INDENT_MAX)
				eu_page_say(page, "</ol>\n</li>\n");
		}
		if (at == first)
			return;
		at = place[at].next;
	}
}

struct forest {
	const struct article *article[THREADS_MAX];
	struct thread_place place[THREADS_MAX];
	uint32_t order[THREADS_MAX];
};

static void say_threads(struct page *page, const struct threads *threads)
{
	const uint32_t begin = threads->n == THREADS_MAX ? threads->at : 0;
	struct forest *forest = malloc(sizeof *forest);
	uint32_t n_threads = 0;

	if (!forest)
		return;
	for (uint32_t i = 0; i < threads->n; i++)
		forest->article[i] = &threads->article[(begin + i) % THREADS_MAX];
	if (eu_thread_tree(forest->article, threads->n, forest->place))
		n_threads = eu_thread_order(forest->place, threads->n, forest->order);
	if (n_threads)
		eu_page_say(page, "<ol class=\"threads\">\n");
	for (uint32_t i = 0; i < n_threads; i++)
		say_thread(page, forest->article, forest->place, forest->order[i]);
	if (n_threads)
		eu_page_say(page, "</ol>\n");
	eu_page_say(page, "<p class=\"note\">");
	eu_page_number(page, threads->n_older + threads->n);
	eu_page_say(page, threads->n_older + threads->n == 1 ? " article, " : " articles, ");
	eu_page_number(page, n_threads);
	eu_page_say(page, n_threads == 1 ? " thread" : " threads");
	if (threads->n_older) {
		eu_page_say(page, " of the last ");
		eu_page_number(page, THREADS_MAX);
	}
	eu_page_say(page, "</p>\n");
	free(forest);
}

static void threads_end(struct showing *showing, bool good, const struct everyuri_error *err)
{
	struct threads *threads = showing->state;
	struct page *page = &showing->page;

	if (threads->n_older)
		eu_page_say(page, "</ol>\n</details>\n");
	if (!threads->n)
		eu_page_say(page, "<p class=\"empty\">This group has no articles.</p>\n");
	else
		say_threads(page, threads);
	if (!good)
		eu_page_cut_short(page, showing, err);
	eu_page_end(page);
	for (uint32_t i = 0; i < THREADS_MAX; i++)
		free(threads->article[i].memory);
	everyuri_buf_free(&threads->words);
}

const struct page_kind eu_page_threads = { .name = "threads",
	                                   .takes = takes_threads,
	                                   .begin = threads_begin,
	                                   .item = threads_item,
	                                   .end = threads_end };
