/* demo.h - the small world of `everyuri serve --demo`: a gopher server, a directory and a mail folder
 * that need nothing installed and are gone when the command ends. */
#ifndef CMD_ACCESS_DEMO_H
#define CMD_ACCESS_DEMO_H

#include <everyuri-access.h>

/* An address of this machine that nothing else uses: what is allowed for the demo is that alone. */
#define DEMO_HOST "127.70.71.72"

struct demo {
	char directory[64]; /* a temporary one, of files/ and mail */
	char files[80], mail[80];
	char gopher[64];  /* the URI of the first menu */
	char file[96];    /* of the directory of files */
	char message[64]; /* of a message of the mail folder */
	int alive;        /* a pipe: when it closes, the world ends */
};

/* Write the files, and start the process that serves and in the end removes them.
 * Returns: 0, or errno; then nothing is left. */
int demo_begin(struct demo *demo);

/* Ends the world; without this call it ends with the process. */
void demo_end(struct demo *demo);

/* ---- demo_files.c: what is in it ------------------------------------------------------------------------ */

/* A page of the gopher world. */
struct world_page {
	const char *selector;
	char type; /* '1': text is a menu, "+" stands for the world's own host and port */
	const char *text;
};

/* Returns: the page of a selector, or NULL. */
const struct world_page *world_find(const char *selector, size_t len);
const struct world_page *world_nth(size_t n);

/* The picture, a Windows bitmap of WORLD_PICTURE bytes. */
#define WORLD_PICTURE (54 + 3 * 96 * 64)
void world_picture(unsigned char bmp[WORLD_PICTURE]);

/* The files of the directory, by their name below it; text NULL: the picture. */
struct world_file {
	const char *name, *text;
};
const struct world_file *world_file_nth(size_t n);

/* The mail folder: an mbox, written to a function. */
void world_mail(struct everyuri_writer *w);

#define WORLD_MESSAGE "mid:first.letter@world.example"

#endif
