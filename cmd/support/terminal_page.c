/* terminal_page.c - determines the width, the line characters and the colours of a terminal. */
#include "explain.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool set_to(const char *name, const char **value)
{
	*value = getenv(name);
	return *value && **value;
}

/* According to POSIX, the first of these variables that is set determines the encoding. */
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

struct page page_of(struct answer *answer)
{
	enum when when = answer->settings->color;
	const char *no_color;
	bool terminal = answer->terminal;
	struct page page = { .answer = answer, .width = width_of_page(terminal) };

	page.color = when == WHEN_ALWAYS ||
	             (when == WHEN_AUTO && terminal && !set_to("NO_COLOR", &no_color));
	page.box = when == WHEN_ALWAYS || (terminal && utf8_locale());
	page.shorten = page.box ? 0 : EVERYURI_EXPLAIN_ASCII;
	return page;
}
