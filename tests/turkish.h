/* turkish.h - set the locale of the environment before main, for tests that must give the same results in any
 * locale.  The compiler's command line includes it. */
#ifndef TESTS_TURKISH_H
#define TESTS_TURKISH_H

#include <locale.h>
#include <stdlib.h>
#include <ctype.h>

__attribute__((constructor)) static void take_locale(void)
{
	/* In Turkish the capital of i has a dot.  Without the locale the test would prove nothing. */
	if (!setlocale(LC_ALL, "") || toupper('i') == 'I')
		abort();
}

#endif
