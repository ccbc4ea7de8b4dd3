/* FTP: replies and listings (talk.h). */
#include "talk.h"

FUZZ_SHAPE(FUZZ_LINES, 2);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return talk_test(data, size, " ftp ", true);
}
