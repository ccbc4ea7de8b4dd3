/* sanitized.h - is this program compiled for a sanitizer, which has an allocator of its own and needs more of the
 * system than a program may have?  gcc says so itself, of clang meson.build does. */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#endif
