/* netrc.c - reads ~/.netrc, which contains users and passwords by host.
 *
 *  machine HOST login USER password PASSWORD
 *
 * CHOICE: `default` is ignored, because a password must only be sent to hosts that the file
 * names. */
#include "access.h"
#include "base/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define NETRC_MAX ((size_t)256 << 10) /* limit in bytes for the file */

/* ---- parsing --------------------------------------------------------------------------------- */

/* THREATS C8: a file that others can read must not contain a password.  Returns NULL if the
 * file is safe, or an error message. */
static const char *judge_file(const struct stat *file)
{
	if (!S_ISREG(file->st_mode))
		return "not a regular file";
	if (file->st_uid != geteuid() && file->st_uid != 0)
		return "owned by another user";
	if (file->st_mode & (S_IRWXG | S_IRWXO))
		return "readable by others; run chmod 600";
	if ((uintmax_t)file->st_size > NETRC_MAX)
		return "too long";
	return NULL;
}

static bool read_all(int file, char *data, size_t cap, size_t *len)
{
	*len = 0;
	while (*len < cap) {
		ssize_t n = read(file, data + *len, cap - *len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if (n == 0)
			break;
		*len += (size_t)n;
	}
	return true;
}

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* The state of splitting the text into words.  The words are written to the same memory, each
 * with a NUL.  A word with its NUL is never longer than its source text. */
struct words {
	char *text;
	size_t len, at, out;
};

/* Reads a word.  A word in quotation marks may contain backslash escapes.  Returns the word,
 * or NULL at the end.  If a word is unterminated or contains NUL, returns NULL and sets
 * *wrong. */
static const char *next_word(struct words *words, bool *wrong)
{
	char *text = words->text, *word;
	bool quoted;

	while (words->at < words->len && is_blank(text[words->at]))
		words->at++;
	if (words->at == words->len)
		return NULL;
	quoted = text[words->at] == '"';
	words->at += quoted;
	word = text + words->out;
	for (;; words->at++) {
		bool over = words->at == words->len;

		if ((over && quoted) || (!over && !text[words->at])) {
			*wrong = true;
			return NULL;
		}
		if (over || (quoted ? text[words->at] == '"' : is_blank(text[words->at])))
			break;
		if (quoted && text[words->at] == '\\' && words->at + 1 < words->len)
			words->at++;
		text[words->out++] = text[words->at];
	}
	words->at += words->at < words->len;
	text[words->out++] = '\0';
	return word;
}

/* Skips the definition of a macro: the lines from `macdef NAME` up to an empty line. */
static void skip_macro(struct words *words)
{
	while (words->at < words->len &&
	       !(words->text[words->at] == '\n' && words->text[words->at - 1] == '\n'))
		words->at++;
}

static void skip_line(struct words *words)
{
	while (words->at < words->len && words->text[words->at] != '\n')
		words->at++;
}

/* Splits the text into words, in which keywords and values alternate.  Returns: NULL, or an
 * error message. */
static const char *cut_words(struct netrc *netrc)
{
	static const char *const keywords[] = { "machine", "login", "password", "account" };
	struct words words = { .text = netrc->text, .len = netrc->len };
	bool wrong = false, known;

	for (;;) {
		size_t before = words.out;
		const char *word = next_word(&words, &wrong);

		if (!word)
			break;
		known = !strcmp(word, "default");
		if (word[0] == '#' || !strcmp(word, "macdef")) {
			words.out = before;
			if (word[0] == '#') {
				words.at -= words.at > 0; /* steps back, because the separator just
				                           * read may be the line break */
				skip_line(&words);
				continue;
			}
			if (!next_word(&words, &wrong))
				break;
			words.out = before;
			skip_macro(&words);
			continue;
		}
		for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
			if (!strcmp(word, keywords[i]))
				known = next_word(&words, &wrong) != NULL;
		if (!known || wrong)
			return "syntax error; expected machine, login, password and their values";
	}
	netrc->len = words.out;
	return wrong ? "unterminated word" : NULL;
}

static void forget(struct netrc *netrc)
{
	if (netrc->text)
		eu_wipe(netrc->text, netrc->cap);
	free(netrc->text);
	netrc->text = NULL;
	netrc->len = 0;
}

static const char *read_file(struct netrc *netrc, int file)
{
	struct stat about;
	const char *wrong;

	if (fstat(file, &about))
		return strerror(errno);
	wrong = judge_file(&about);
	if (wrong)
		return wrong;
	netrc->cap = (size_t)about.st_size + 1;
	netrc->text = malloc(netrc->cap);
	if (!netrc->text)
		return strerror(ENOMEM);
	if (!read_all(file, netrc->text, netrc->cap - 1, &netrc->len))
		return strerror(errno);
	return cut_words(netrc);
}

void netrc_read(struct netrc *netrc, const char *name)
{
	const char *home = getenv("HOME");
	int file;

	if (!name && home && *home &&
	    snprintf(netrc->path, sizeof netrc->path, "%s/.netrc", home) < (int)sizeof netrc->path)
		name = netrc->path;
	if (!name)
		return;
	netrc->name = name;
	/* O_NONBLOCK prevents open() from waiting on a FIFO. */
	file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (file < 0) {
		netrc->wrong = errno == ENOENT && name == netrc->path ? NULL : strerror(errno);
		return;
	}
	netrc->wrong = read_file(netrc, file);
	if (netrc->wrong)
		forget(netrc);
	close(file);
}

void netrc_free(struct netrc *netrc)
{
	forget(netrc);
}

/* ---- lookup ----------------------------------------------------------------------------------------- */

static bool same_host(struct everyuri_text host, const char *word)
{
	if (host.len > 2 && host.data[0] == '[') {
		host.data++;
		host.len -= 2;
	}
	return eu_text_is_ignoring_case(host, word);
}

bool netrc_find(const struct netrc *netrc, struct everyuri_text host, struct everyuri_text user,
                const char **login, const char **password)
{
	const char *at = netrc->text, *end = at ? at + netrc->len : at;
	bool here = false;

	*login = *password = NULL;
	while (at < end) {
		const char *keyword = at, *value;

		at += strlen(at) + 1;
		value = at;
		if (strcmp(keyword, "default") != 0 && at < end)
			at += strlen(at) + 1;
		if (!strcmp(keyword, "login"))
			*login = here ? value : NULL;
		else if (!strcmp(keyword, "password"))
			*password = here ? value : NULL;
		else if (strcmp(keyword, "account") != 0) { /* this keyword begins a new entry */
			here = !strcmp(keyword, "machine") && same_host(host, value);
			*login = *password = NULL;
		}
		if (*login && *password && (!user.data || eu_text_is(user, *login)))
			return true;
	}
	return false;
}
