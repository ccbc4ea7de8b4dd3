/* turkish.h - the locale of the environment, set before main: included by the compiler's command line into
 * tests that are to give the same results in any. */
#ifndef TESTS_TURKISH_H
#define TESTS_TURKISH_H

#include <locale.h>
#include <stdlib.h>
#include <ctype.h>

__attribute__((constructor)) static void take_locale(void)
{
	/* In Turkish the capital of i has a dot; where C's own would be taken nothing would be shown. */
	if (!setlocale(LC_ALL, "") || toupper('i') == 'I')
		abort();
}

#endif
