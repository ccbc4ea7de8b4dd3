/* compare.c - print the host that each standard reads in a URI, and whether all agree.
 * A program that checks a URI and one that fetches it may use different standards: refuse URIs that
 * these read differently. */
#include <stdio.h>
#include <everyuri.h>

static const char *const parts[] = { "scheme", "user",  "password", "host",   "port",
	                             "path",   "query", "fragment", "nothing" };

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "http://good.example?@evil.example/";
	struct everyuri_comparison comparison;
	struct everyuri_buf buf;
	size_t len = 0;

	while (text[len])
		len++;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_compare(text, len, UINT32_MAX, 0, &buf, &comparison, NULL))
		return 2;
	for (int i = 0; i < EVERYURI_N_STANDARDS; i++)
		if (comparison.accepted >> i & 1) {
			struct everyuri_text host =
				everyuri_view(&comparison.reading[i].uri, EVERYURI_HOST);

			printf("%-8s host %.*s\n",
			       everyuri_standard_name((enum everyuri_standard)i), (int)host.len,
			       host.data ? host.data : "");
		}
	printf(comparison.agree ? "they agree\n" : "first difference: %s\n",
	       parts[comparison.first]);
	everyuri_buf_free(&buf);
	return comparison.agree ? 0 : 1;
}
