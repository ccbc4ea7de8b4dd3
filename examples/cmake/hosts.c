/* hosts.c - print the host of each line of standard input, or "-" if it is not a URI. */
#include <everyuri.h>

#include <stdio.h>

#define ROWS 4096
#define ROOM (1 << 20)

int main(void)
{
	static char text[ROOM];
	static struct everyuri_span line[ROWS];
	size_t len = fread(text, 1, sizeof text, stdin), n = 0;
	size_t used = everyuri_lines_cut(text, len, EVERYURI_LINES_END, line, ROWS, &n);

	if (used < len || !feof(stdin)) {
		fprintf(stderr, "hosts: at most %d lines of %d bytes in all\n", ROWS, ROOM);
		return 2;
	}
	for (size_t i = 0; i < n; i++) {
		const char *data = text + line[i].begin;
		struct everyuri_text host;
		struct everyuri_uri uri;

		if (everyuri_parse(data, line[i].end - line[i].begin, EVERYURI_RFC3986, 0, NULL,
		                   NULL, &uri, NULL)) {
			puts("-");
			continue;
		}
		host = everyuri_view(&uri, EVERYURI_HOST);
		printf("%.*s\n", (int)host.len, host.data ? host.data : "");
	}
	return 0;
}
