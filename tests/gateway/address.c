/* address.c - URIs as addresses of the gateway, and back; values of forms. */
#include "gateway/routes.h"

#include "tap.h"

#include <stdlib.h>

static struct everyuri_text of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

static bool is(struct everyuri_text text, const char *expected, size_t len)
{
	return text.data && text.len == len && !memcmp(text.data, expected, len);
}

static void writes(const char *uri, const char *expected)
{
	struct everyuri_text address = eu_address_write(of(uri));

	ok(is(address, expected, strlen(expected)), "%s has the address %s", uri, expected);
	free((char *)address.data);
}

static void reads(const char *path, const char *query, unsigned status, const char *expected)
{
	const struct everyuri_text none = { NULL, 0 };
	struct everyuri_text uri;
	unsigned is_status = eu_address_read(of(path), query ? of(query) : none, &uri);

	ok(is_status == status && (status || is(uri, expected, strlen(expected))), "%s%s%s: %u %s",
	   path, query ? "?" : "", query ? query : "", status, status ? "" : expected);
	free((char *)uri.data);
}

static void values(const char *query, const char *name, const char *expected, size_t len)
{
	struct everyuri_text value = eu_address_value(of(query), name);

	ok(expected ? is(value, expected, len) : !value.data, "%s of %s", name, query);
	free((char *)value.data);
}

/* Any URI comes back as it was, but for its fragment, which a browser keeps. */
static void check_there_and_back(void)
{
	bool good = true;

	for (int byte = 1; byte < 256; byte++) {
		char uri[] = "x-y:/ab", path[32];
		struct everyuri_text address, back = { NULL, 0 };

		if (byte == '#')
			continue;
		uri[5] = (char)byte;
		address = eu_address_write(of(uri));
		memcpy(path, address.data, address.len);
		good = good &&
		       !eu_address_read((struct everyuri_text){ path, address.len },
		                        (struct everyuri_text){ NULL, 0 }, &back) &&
		       is(back, uri, sizeof uri - 1);
		free((char *)address.data);
		free((char *)back.data);
	}
	ok(good, "every byte comes back from an address");
}

int main(void)
{
	writes("gopher://h:70/1/a b", "/gopher%3A%2F%2Fh%3A70%2F1%2Fa%20b");
	writes("http://h/a?b=c&d#top?x", "/http%3A%2F%2Fh%2Fa%3Fb%3Dc%26d#top?x");
	writes("mid:a-b._~c@d", "/mid%3Aa-b._~c%40d");
	reads("/gopher%3A%2F%2Fh%2F1%2Fa%2520b", NULL, 0, "gopher://h/1/a%20b");
	reads("/gopher://h/1/a%20b", NULL, 0, "gopher://h/1/a%20b");
	reads("/http%3A/h/a", "x=y", 0, "http:/h/a?x=y");
	reads("/news:a", "", 0, "news:a?");
	reads("/favicon.ico", NULL, 404, "");
	reads("/a/b:c", NULL, 404, "");
	reads("/x%3A%", NULL, 400, "");
	reads("/x%3A%0", NULL, 400, "");
	reads("/x%3A%00", NULL, 400, "");
	reads("/", NULL, 404, "");
	values("uri=a%3Ab+c&x=1", "uri", "a:b c", 5);
	values("x=1&uri=%2B", "uri", "+", 1);
	values("uri=50%&x", "uri", "50%", 3);
	values("uri=%0", "uri", "%0", 2);
	values("uri=a%00b", "uri", "a\0b", 3);
	values("uri=", "uri", "", 0);
	values("urix=1&xuri=2", "uri", NULL, 0);
	values("uri", "uri", NULL, 0);
	check_there_and_back();
	return done();
}
