/* libc.c - string.h and stdlib.h for wasm32.
 *
 * Copying and filling are instructions of WebAssembly (memory.copy, memory.fill), which every
 * engine has had since 2021; the other functions are short loops.  The file is compiled with
 * -fno-builtin.  Otherwise the compiler would recognise each loop and replace it by a call of
 * the function that contains it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t len)
{
	return __builtin_memcpy(to, from, len);
}

void *memmove(void *to, const void *from, size_t len)
{
	return __builtin_memmove(to, from, len);
}

void *memset(void *data, int byte, size_t len)
{
	return __builtin_memset(data, byte, len);
}

int memcmp(const void *a, const void *b, size_t len)
{
	const unsigned char *p = a, *q = b;

	for (; len; len--, p++, q++)
		if (*p != *q)
			return *p < *q ? -1 : 1;
	return 0;
}

void *memchr(const void *data, int byte, size_t len)
{
	const unsigned char *p = data;

	for (; len; len--, p++)
		if (*p == (unsigned char)byte)
			return (void *)(uintptr_t)p;
	return NULL;
}

size_t strlen(const char *text)
{
	size_t len = 0;

	while (text[len])
		len++;
	return len;
}

char *strchr(const char *text, int byte)
{
	return memchr(text, byte, strlen(text) + 1);
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

/* Always fails.  It is never called, because every buffer in calls.c has an allocator. */
void *realloc(void *data, size_t size)
{
	(void)data, (void)size;
	return NULL;
}

void free(void *data)
{
	(void)data;
}
