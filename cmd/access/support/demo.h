/* demo.h - the servers and files of `everyuri serve --demo`: a gopher server, a directory and a
 * mail folder.  The demo needs no installation, and its files are removed when the command
 * ends. */
#ifndef CMD_ACCESS_DEMO_H
#define CMD_ACCESS_DEMO_H

#include <everyuri-access.h>

/* A loopback address that nothing else uses.  For the demo, the policy allows only this address. */
#define DEMO_HOST "127.70.71.72"

struct demo {
	char directory[64]; /* a temporary directory, which contains the directory "files" and the
	                     * folder "mail" */
	char files[80], mail[80];
	char gopher[64];  /* URI of the first gopher menu */
	char file[96];    /* URI of the directory of files */
	char message[64]; /* URI of a message in the mail folder */
	int alive;        /* write end of a pipe; the demo process exits when this closes */
};

/* Writes the files, and starts a process that serves them and removes them at the end.
 * Returns: 0, or an errno, in which case everything has been removed. */
int demo_begin(struct demo *demo);

/* Ends the demo.  Without this call, the demo ends when the command ends. */
void demo_end(struct demo *demo);

/* ---- demo_files.c: the contents ------------------------------------------------------------------------ */

/* A document of the gopher server. */
struct world_page {
	const char *selector;
	char type; /* a gopher type; if it is '1', text is a menu, in which "+" means the host and
	            * port of this server */
	const char *text;
};

/* world_find returns the page for a selector.  world_nth returns page n.  Both return NULL if
 * there is no such page. */
const struct world_page *world_find(const char *selector, size_t len);
const struct world_page *world_nth(size_t n);

/* The image is a Windows bitmap of WORLD_PICTURE bytes. */
#define WORLD_PICTURE (54 + 3 * 96 * 64)
void world_picture(unsigned char bmp[WORLD_PICTURE]);

/* A file in the directory.  text is NULL for the image. */
struct world_file {
	const char *name, *text;
};
const struct world_file *world_file_nth(size_t n);

/* Writes the mail folder, in mbox format. */
void world_mail(struct everyuri_writer *w);

#define WORLD_MESSAGE "mid:first.letter@world.example"

#endif
