/* terminal_links.c - detects whether the terminal supports links.  A program cannot ask the
 * terminal, so known terminals are recognised by environment variables.  In other terminals a
 * link would hide the URI or print garbage. */
#define _DEFAULT_SOURCE
#include "get.h"

#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

/* Returns true if the variable is a decimal number that is not less than `least`. */
static bool is_from(const char *name, const char *least)
{
	const char *value = getenv(name);
	size_t n = value ? strspn(value, "0123456789") : 0, n_least = strlen(least);

	return n > n_least || (n == n_least && strncmp(value, least, n) >= 0);
}

/* Returns true if TERM begins with one of the names. */
static bool is_one_of(const char *term, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (begins(term, names[i]))
			return true;
	return false;
}

bool terminal_links(void)
{
	static const char *const can[] = { "xterm-kitty", "xterm-ghostty", "alacritty",
		                           "foot",        "contour",       "wezterm" };
	static const char *const cannot[] = { "dumb", "linux", "screen", "tmux", "vt" };
	static const char *const programs[] = { "iTerm.app", "WezTerm", "vscode", "ghostty",
		                                "mintty" };
	const char *forced = getenv("FORCE_HYPERLINK"), *term = getenv("TERM");
	const char *program = getenv("TERM_PROGRAM");

	if (forced && *forced)
		return strcmp(forced, "0") != 0;
	if (!term || !*term || is_one_of(term, cannot, sizeof cannot / sizeof *cannot))
		return false;
	if (is_one_of(term, can, sizeof can / sizeof *can))
		return true;
	for (size_t i = 0; program && i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(program, programs[i]))
			return true;
	return is_from("VTE_VERSION", "5000") || is_from("KONSOLE_VERSION", "200800") ||
	       is_set("WT_SESSION") || is_set("KITTY_WINDOW_ID") || is_set("DOMTERM");
}
