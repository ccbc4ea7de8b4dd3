/* parse.c - parse a URI by one standard; print its host, or the place of the error. */
#include <stdio.h>
#include <everyuri.h>

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "http://user@host/";
	size_t len = 0;
	struct everyuri_text host;
	struct everyuri_uri uri;
	struct everyuri_error err;

	while (text[len])
		len++;
	if (everyuri_parse(text, len, EVERYURI_RFC1738, 0, NULL, NULL, &uri, &err))
		return printf("byte %zu: %s (%s)\n", err.at, err.message, err.clause), 1;
	host = everyuri_view(&uri, EVERYURI_HOST);
	return printf("host: %.*s\n", (int)host.len, host.data ? host.data : ""), 0;
}
