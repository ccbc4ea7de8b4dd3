/* names.c - what has a number has a name of its own, and a number that is none has none. */
#include <everyuri-access.h>

#include "tap.h"

#define N_OBJECT_KINDS (EVERYURI_SESSION + 1)
#define N_ITEM_KINDS (EVERYURI_ITEM_LINK + 1)

static const char *object_kind_name(unsigned n)
{
	return everyuri_object_kind_name((enum everyuri_object_kind)n);
}

static const char *item_kind_name(unsigned n)
{
	return everyuri_item_kind_name((enum everyuri_item_kind)n);
}

static const char *message_field_name(unsigned n)
{
	return everyuri_message_field_name((enum everyuri_message_field)n);
}

static const struct {
	const char *what;
	const char *(*name)(unsigned n);
	unsigned n;
} kinds[] = {
	{ "kind of object", object_kind_name, N_OBJECT_KINDS },
	{ "kind of item", item_kind_name, N_ITEM_KINDS },
	{ "field of a message", message_field_name, EVERYURI_N_MESSAGE_FIELDS },
};

int main(void)
{
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		unsigned same = 0;

		for (unsigned a = 0; a < kinds[k].n; a++)
			for (unsigned b = 0; b < a; b++)
				same += !strcmp(kinds[k].name(a), kinds[k].name(b));
		ok(!same, "no %s has the name of another, of %u", kinds[k].what, kinds[k].n);
		is_text(kinds[k].name(kinds[k].n), strlen(kinds[k].name(kinds[k].n)), "",
		        "a %s that is none has no name", kinds[k].what);
	}
	return done();
}
