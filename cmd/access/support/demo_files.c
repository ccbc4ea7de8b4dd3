/* demo_files.c - the files of `everyuri serve --demo`. */
#include "demo.h"

#include <string.h>

/* ---- gopher ------------------------------------------------------------------------------------------ */

/* A line of a menu consists of type, label, selector, host and port.  "+" means
 * the host and port of this server. */
static const struct world_page pages[] = {
	{ "", '1',
	  "i      _____ \n"
	  "i     /     \\       A demo, served by everyuri itself.\n"
	  "i    | gopher|      Nothing in it comes from the network.\n"
	  "i     \\_____/\n"
	  "i\n"
	  "0What is this?\t/about.txt\t+\n"
	  "1Every kind of item\t/kinds\t+\n"
	  "1A short history of the URI\t/history\t+\n"
	  "7Search this demo (try: address)\t/search\t+\n"
	  "i\n"
	  "iThe next item is on another server; the gateway only links to it:\n"
	  "hThe page of the first web site\tURL:http://info.cern.ch/\t+\n" },
	{ "/about.txt", '0',
	  "This menu came over the Gopher protocol (RFC 1436), from a server that runs\n"
	  "inside the command that you started.  Browsers do not support Gopher, so\n"
	  "everyuri parsed the address, planned the request, sent it, and converted the\n"
	  "response to a page.\n\n"
	  "The bar at the top shows the address with its parts in colour.\n"
	  "Change it and press Enter.  \"plan\" shows each step of the request;\n"
	  "\"raw\" shows the bytes that the server sent.\n\n"
	  "Addresses in a text are found and linked, <gopher://gopher.floodgap.com/1/>\n"
	  "as well as news:comp.infosystems.gopher or mailto:someone@example.com.\n" },
	{ "/kinds", '1',
	  "iThe type of an item is one character; the gateway has a page for each type.\n"
	  "i\n"
	  "0A text\t/kinds/text.txt\t+\n"
	  "1A menu\t/history\t+\n"
	  "7An index to search\t/search\t+\n"
	  "IA picture\t/kinds/picture.bmp\t+\n"
	  "hA page of HTML, shown in a sandbox\t/kinds/page.html\t+\n"
	  "8A telnet session\t\t+\n"
	  "3An error message of the server\t\t+\n"
	  "0A missing text\t/kinds/nothing\t+\n" },
	{ "/kinds/text.txt", '0',
	  "Plain text, in UTF-8: \xE2\x80\x9Cna\xC3\xAFve caf\xC3\xA9\xE2\x80\x9D, "
	  "\xCE\xB1\xCE\xB2\xCE\xB3, \xE6\x96\x87\xE5\xAD\x97.\n" },
	{ "/kinds/page.html", 'h',
	  "<!DOCTYPE html>\n<title>A page</title>\n<h1>A page of HTML</h1>\n"
	  "<p>It was served by gopher, and has <a href=\"text.txt\">a relative link</a>.\n"
	  "Its script does not run: <script>document.write('it did')</script>\n"
	  "<noscript>right.</noscript>\n" },
	{ "/history", '1',
	  "iFour documents defined what an address on the Web is:\n"
	  "i\n"
	  "01993  Uniform Resource Locators, a draft\t/history/1993.txt\t+\n"
	  "01994  Universal Resource Identifiers, a draft\t/history/1994.txt\t+\n"
	  "01994  RFC 1630\t/history/1630.txt\t+\n"
	  "01994  RFC 1738\t/history/1738.txt\t+\n" },
	{ "/history/1993.txt", '0',
	  "The draft of 1993 had one goal: to name any object, in any present or future\n"
	  "system, by one line of text that can be sent by mail.\n" },
	{ "/history/1994.txt", '0',
	  "The draft of 1994 separated the syntax from the schemes: a scheme defines what\n"
	  "a name means, and all schemes share one syntax.\n" },
	{ "/history/1630.txt", '0',
	  "RFC 1630 describes what the Web's own software did: http, ftp, gopher, news,\n"
	  "wais, telnet and more, and how a partial address is completed.\n" },
	{ "/history/1738.txt", '0',
	  "RFC 1738 makes it a standard: a grammar for ten schemes, and the warning that\n"
	  "an address can do harm.  Its section 6 is why everyuri refuses some addresses\n"
	  "before it connects.\n" },
};

const struct world_page *world_nth(size_t n)
{
	return n < sizeof pages / sizeof *pages ? &pages[n] : NULL;
}

const struct world_page *world_find(const char *selector, size_t len)
{
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		if (strlen(pages[i].selector) == len && !memcmp(pages[i].selector, selector, len))
			return &pages[i];
	/* Some clients send "/" to request the root menu. */
	return len == 1 && selector[0] == '/' ? &pages[0] : NULL;
}

/* ---- the picture: the eight colours of a URI's parts, as a flag ---------------------------------- */

#define WIDTH 96
#define HEIGHT 64

static void put32(unsigned char *at, unsigned long number)
{
	for (int i = 0; i < 4; i++)
		at[i] = (unsigned char)(number >> (8 * i));
}

void world_picture(unsigned char bmp[WORLD_PICTURE])
{
	static const unsigned char colour[8][3] = { { 0x1F, 0x6F, 0xEB }, { 0x8A, 0x3F, 0xFC },
		                                    { 0xBF, 0x2D, 0x2D }, { 0x0F, 0x7B, 0x3F },
		                                    { 0x9A, 0x67, 0x00 }, { 0x0B, 0x72, 0x85 },
		                                    { 0xA6, 0x1E, 0x69 }, { 0x57, 0x60, 0x6A } };
	unsigned char *at = bmp + 54;

	memset(bmp, 0, 54);
	memcpy(bmp, "BM", 2);
	put32(bmp + 2, WORLD_PICTURE);
	bmp[10] = 54;
	bmp[14] = 40;
	put32(bmp + 18, WIDTH);
	put32(bmp + 22, HEIGHT);
	bmp[26] = 1;
	bmp[28] = 24;
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++, at += 3)
			for (int c = 0; c < 3; c++)
				at[c] = colour[x * 8 / WIDTH][2 - c];
}

/* ---- files ------------------------------------------------------------------------------------------------- */

static const struct world_file files[] = {
	{ "read-me.txt", "A directory of this machine, created by --demo.\n"
	                 "To allow another directory, use --root.\n" },
	{ "notes/links.txt", "gopher://gopher.floodgap.com/1/world\nftp://ftp.gnu.org/gnu/\nhttps:/"
	                     "/www.rfc-editor.org/rfc/rfc1738\n" },
	{ "notes/page.html",
	  "<!DOCTYPE html>\n<title>Notes</title>\n<p>See <a href=\"links.txt\">the links</a>.\n" },
	{ "flag.bmp", NULL },
};

const struct world_file *world_file_nth(size_t n)
{
	return n < sizeof files / sizeof *files ? &files[n] : NULL;
}

/* ---- mail --------------------------------------------------------------------------------------------------- */

void world_mail(struct everyuri_writer *w)
{
	unsigned char bmp[WORLD_PICTURE];

	world_picture(bmp);
	everyuri_write_text(
		w,
		"From demo Sat Nov 21 12:00:00 2026\n"
		"From: Ada Reader <ada@world.example>\n"
		"To: You <you@world.example>\n"
		"Subject: =?utf-8?Q?A_letter_with_a_picture_=E2=9C=89?=\n"
		"Date: Sat, 21 Nov 2026 12:00:00 +0000\n"
		"Message-ID: <first.letter@world.example>\n"
		"MIME-Version: 1.0\n"
		"Content-Type: multipart/mixed; boundary=\"=-cut\"\n\n"
		"--=-cut\nContent-Type: text/plain; charset=utf-8\n\n"
		"Good morning,\n\n> how would one name a message?\n\n"
		"By its Message-ID: this one is mid:first.letter@world.example, and the picture\n"
		"below is a part of it, cid:flag@world.example.\n\nAda\n"
		"--=-cut\nContent-Type: image/bmp; name=\"flag.bmp\"\n"
		"Content-ID: <flag@world.example>\n"
		"Content-Disposition: inline; filename=\"flag.bmp\"\n"
		"Content-Transfer-Encoding: base64\n\n");
	for (size_t at = 0; at < sizeof bmp; at += 54) {
		size_t n = sizeof bmp - at < 54 ? sizeof bmp - at : 54;

		everyuri_write_base64(w, (const char *)bmp + at, n);
		everyuri_write_text(w, "\n");
	}
	everyuri_write_text(w, "--=-cut--\n\n");
}
