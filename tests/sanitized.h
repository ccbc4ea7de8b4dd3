/* sanitized.h - is this program compiled with a sanitizer?  A sanitizer replaces the allocator and needs system calls
 * and address space that some tests forbid.  gcc defines the macros itself; for clang meson.build does. */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#endif
