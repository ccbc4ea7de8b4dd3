/* whatwg_room.c - whatever a URL is made of, what is written fits what is said to be needed.
 *
 * Every byte, again and again, in every part: how many bytes it becomes depends on the part,
 * while the room is counted before the parts are known. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdlib.h>

#define TIMES 600
#define CANARY 64
#define TEXT_ROOM (TIMES * 2 + 64)

static const char *const places[] = {
	"http://",    "http://h", "http://u:", "http://h/", "http://h/a/", "http://h/?",
	"http://h/#", "x:",       "x:?",       "x://",      "x://h/",      "x://u:",
	"x:#",        "file:",    "file:///",  "file:///C", "blob:",       "http://\xC3\xA9.",
	"ftp://h/;",  "http:",    "",
};

/* What may follow the repeated byte: it can make userinfo of it, or end the path. */
static const char *const ends[] = { "", "@h/", "/.." };

static struct guard guard;

/* Does the text, if it is a URL, fit into just the room that is asked for? */
static bool fits(const char *text, size_t len)
{
	struct everyuri_buf buf;
	struct everyuri_uri uri = { 0 };
	enum everyuri_status status;
	unsigned char *data;
	bool good = true;

	text = guard_end(&guard, text, len);
	everyuri_buf_init(&buf, &buf, 0, NULL);
	status = everyuri_parse(text, len, EVERYURI_WHATWG, 0, NULL, &buf, &uri, NULL);
	if (!status) /* what is not rewritten needs nothing */
		return uri.text == text && uri.len == len && !(uri.flags & EVERYURI_REWRITTEN);
	if (status != EVERYURI_NO_SPACE)
		return status == EVERYURI_INVALID;
	data = malloc(buf.needed + CANARY);
	if (!data)
		abort();
	memset(data, 0xA5, buf.needed + CANARY);
	size_t cap = buf.needed;

	everyuri_buf_init(&buf, data, cap, NULL);
	status = everyuri_parse(text, len, EVERYURI_WHATWG, 0, NULL, &buf, &uri, NULL);
	for (size_t i = 0; i < CANARY; i++)
		good = good && data[cap + i] == 0xA5;
	good = good && !status && uri.len <= cap;
	free(data);
	return good;
}

/* Every byte, alone and beside a letter, behind one beginning and before one end. */
static unsigned try_bytes(const char *place, const char *end)
{
	size_t begin = strlen(place), tail = strlen(end);
	char text[TEXT_ROOM];
	unsigned wrong = 0;

	memcpy(text, place, begin);
	for (unsigned byte = 0; byte < 256; byte++) {
		memset(text + begin, (int)byte, TIMES);
		memcpy(text + begin + TIMES, end, tail);
		wrong += !fits(text, begin + TIMES + tail);
		for (size_t i = 0; i < TIMES; i += 2)
			text[begin + i] = 'a';
		wrong += !fits(text, begin + TIMES + tail);
	}
	return wrong;
}

int main(void)
{
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		unsigned wrong = 0;

		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
			wrong += try_bytes(places[i], ends[k]);
		ok(!wrong,
		   "contract api.buffer: any byte, %d times behind \"%s\", fits what is needed",
		   TIMES, places[i]);
	}
	guard_free(&guard);
	return done();
}
