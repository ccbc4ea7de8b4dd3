/* string.h - the functions that the library needs from the C library; they are in libc.c. */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memchr(const void *data, int byte, size_t len);
int memcmp(const void *a, const void *b, size_t len);
void *memcpy(void *restrict to, const void *restrict from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *data, int byte, size_t len);
char *strchr(const char *text, int byte);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text);

#endif
