/* ask.c - what the library says of texts: standard and flags are the arguments; texts come on
 * standard input, each behind its length in two bytes, the lower first.  For each, four bytes go out:
 * where it is refused, or FF FF FF FF if it is valid. */
#include <everyuri.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	unsigned standard = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	unsigned flags = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
	int low, high;

	while ((low = getchar()) != EOF && (high = getchar()) != EOF) {
		size_t len = (size_t)low | (size_t)high << 8;
		/* Of its own size, so that the sanitizers see a byte too much. */
		char *text = malloc(len ? len : 1);
		struct everyuri_error err = { 0 };
		uint32_t answer = 0xFFFFFFFF;

		if (!text || fread(text, 1, len, stdin) != len)
			return 1;
		if (everyuri_check(text, len, (enum everyuri_standard)standard, flags, &err))
			answer = (uint32_t)err.at;
		free(text);
		for (int k = 0; k < 4; k++)
			putchar((int)(answer >> 8 * k & 0xFF));
	}
	return 0;
}
