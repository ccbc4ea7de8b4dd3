/* demo.h - the servers and files of `everyuri serve --demo`: a gopher server, a directory and a
 * mail folder.  They need no installation and are removed when the command ends. */
#ifndef CMD_ACCESS_DEMO_H
#define CMD_ACCESS_DEMO_H

#include <everyuri-access.h>

/* A loopback address that nothing else uses.  The policy allows only this address for the demo. */
#define DEMO_HOST "127.70.71.72"

struct demo {
	char directory[64]; /* temporary directory with files/ and mail */
	char files[80], mail[80];
	char gopher[64];  /* URI of the first menu */
	char file[96];    /* URI of the directory of files */
	char message[64]; /* URI of a message in the mail folder */
	int alive;        /* pipe end; when it closes, the demo process exits */
};

/* Writes the files and starts a process that serves them and finally removes them.
 * Returns: 0, or an errno after everything was removed. */
int demo_begin(struct demo *demo);

/* Ends the demo.  Without this call, it ends with the process. */
void demo_end(struct demo *demo);

/* ---- demo_files.c: the contents ------------------------------------------------------------------------ */

/* A page of the gopher server. */
struct world_page {
	const char *selector;
	char type; /* '1': text is a menu, in which "+" means this server's host and port */
	const char *text;
};

/* world_find returns the page of a selector; world_nth returns page n.  Both may return NULL. */
const struct world_page *world_find(const char *selector, size_t len);
const struct world_page *world_nth(size_t n);

/* The picture, a Windows bitmap of WORLD_PICTURE bytes. */
#define WORLD_PICTURE (54 + 3 * 96 * 64)
void world_picture(unsigned char bmp[WORLD_PICTURE]);

/* A file of the directory; text is NULL for the picture. */
struct world_file {
	const char *name, *text;
};
const struct world_file *world_file_nth(size_t n);

/* Writes the mail folder, in mbox format. */
void world_mail(struct everyuri_writer *w);

#define WORLD_MESSAGE "mid:first.letter@world.example"

#endif
