/* find.c - print the URIs in standard input, one per line with its position, in constant memory. */
#include <stdio.h>
#include <everyuri.h>

static bool print(void *context, const struct everyuri_found *found)
{
	(void)context;
	return printf("%llu\t%.*s\n", (unsigned long long)found->offset, (int)found->uri.len,
	              found->uri.data) > 0;
}

int main(void)
{
	static const char *const schemes[] = { "ftp", "http", "https", "mailto" }; /* sorted */
	struct everyuri_find_options options = { .flags = EVERYURI_FIND_WWW,
		                                 .schemes = schemes,
		                                 .n_schemes = 4 };
	struct everyuri_finder *finder;
	struct everyuri_buf buf;
	char text[65536];
	size_t n;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_find_begin(&options, print, NULL, &buf, &finder, NULL))
		return 2;
	while ((n = fread(text, 1, sizeof text, stdin)) > 0)
		if (!everyuri_find_feed(finder, text, n))
			break;
	everyuri_find_end(finder);
	everyuri_buf_free(&buf);
	return 0;
}
