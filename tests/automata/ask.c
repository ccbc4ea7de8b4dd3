/* ask.c - check texts with the library.  The arguments are standard and flags.  Standard input has the texts, each
 * after its length in two bytes, low byte first.  Writes four bytes for each: the offset of the error, or
 * FF FF FF FF if the text is valid. */
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
		/* Allocated to size, so that the sanitizers detect a read beyond the end. */
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
