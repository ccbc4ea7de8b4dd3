/* WAIS: messages of Z39.50-1988 (talk.h). */
#include "talk.h"

FUZZ_SHAPE(FUZZ_BYTES, 2);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return talk_test(data, size, " wais ", false);
}
