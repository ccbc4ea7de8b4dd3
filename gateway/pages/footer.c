/* Writes numbers in readable form, and the notes at the end of a page. */
#include "gateway/pages/charset.h"
#include "gateway/pages/internal.h"

void eu_page_number(struct page *page, uint64_t number)
{
	uint64_t unit = 1;

	while (number / unit >= 1000)
		unit *= 1000;
	everyuri_write_number(&page->response->w, number / unit);
	for (unit /= 1000; unit; unit /= 1000) {
		unsigned group = (unsigned)(number / unit % 1000);
		const char digits[4] = { ',', (char)('0' + group / 100),
			                 (char)('0' + group / 10 % 10), (char)('0' + group % 10) };

		everyuri_write(&page->response->w, digits, sizeof digits);
	}
}

/* Writes a size in units of 1000 (kB, not KiB).  A number below ten gets one decimal. */
void eu_page_size(struct page *page, uint64_t bytes)
{
	static const char *const name[] = { " B", " kB", " MB", " GB", " TB", " PB", " EB" };
	uint64_t unit = 1;
	size_t n = 0;

	while (bytes / unit >= 1000) {
		unit *= 1000;
		n++;
	}
	everyuri_write_number(&page->response->w, bytes / unit);
	if (n && bytes / unit < 10) {
		const char tenth[2] = { '.', (char)('0' + bytes % unit / (unit / 10)) };

		everyuri_write(&page->response->w, tenth, sizeof tenth);
	}
	eu_page_say(page, name[n]);
}

void eu_page_cut_short(struct page *page, const struct showing *showing,
                       const struct everyuri_error *err)
{
	eu_page_say(page,
	            "<p class=\"alert\" role=\"alert\"><strong>This is incomplete.</strong> ");
	if (showing->limited) {
		eu_page_say(page, "A page shows at most ");
		eu_page_number(page, SHOWING_ITEMS_MAX);
		eu_page_say(page, " items; <code>everyuri get</code> shows them all.");
	} else if (err && *err->message) {
		eu_page_say(page, "The transfer ended early: ");
		eu_page_text(page, err->message, strlen(err->message));
		if (*err->clause) {
			eu_page_say(page, " (");
			eu_page_text(page, err->clause, strlen(err->clause));
			eu_page_say(page, ")");
		}
		eu_page_say(page, ".");
	} else {
		eu_page_say(page, "The transfer ended early.");
	}
	eu_page_say(page, "</p>\n");
}

static void say_charset(struct page *page, const struct charset *charset)
{
	eu_page_say(page, " \xC2\xB7 ");
	eu_page_say(page, eu_charset_name(charset));
	eu_page_say(page, eu_charset_is_declared(charset) ? ", as declared" : ", guessed");
	if (charset->unknown)
		eu_page_say(page, ": the declared charset is unknown");
	if (charset->n_bad) {
		eu_page_say(page, "; ");
		eu_page_number(page, charset->n_bad);
		eu_page_say(page, charset->n_bad == 1 ? " byte is invalid in it" :
		                                        " bytes are invalid in it");
	}
}

void eu_page_note(struct page *page, struct everyuri_text type, const struct charset *charset,
                  uint64_t bytes)
{
	eu_page_say(page, "<p class=\"note\">");
	eu_page_text(page, type.data, type.len);
	if (charset)
		say_charset(page, charset);
	eu_page_say(page, " \xC2\xB7 ");
	eu_page_number(page, bytes);
	eu_page_say(page, bytes == 1 ? " byte</p>\n" : " bytes</p>\n");
}
