/* store.h - objects on this machine, for fetch. */
#ifndef EU_STORE_STORE_H
#define EU_STORE_STORE_H

#include "base/base.h"
#include "everyuri/object.h"

/** Tell what a path names (READ) to the receiver: a regular file as a document, a directory as a
 *  menu.  Opened so that no device, FIFO or terminal is touched (THREATS C5).
 *  path: absolute.  root: neither symbolic links nor ".." lead out of it; data NULL: no root.
 *  from: the first byte that is told; the length that is told is of what comes.
 *  Errors: MISSING: there is none; UNSAFE: it is neither, or leads out; OUT_OF_RANGE: it ends
 *          before `from`; FAILED, NO_MEMORY; PARTIAL: also where a file became shorter while it
 *          was read, or the receiver stopped. */
enum everyuri_status eu_store_read(struct everyuri_text path, struct everyuri_text root,
                                   uint64_t from, const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err);

/** Tell a directory (LIST) as a menu, sorted by the bytes of the names, with sizes and dates; type
 *  "d" for a directory.  A path that is a file is told as one, whether or not it ends in "/".
 *  What cannot be got (a device, a FIFO) is an item of kind TEXT; a symbolic link that leads out
 *  of the root, or nowhere, is one of kind LINK; neither has a name to make a URI of.
 *  Cost: memory does not depend on the number of names; time is linear in them up to some
 *  100,000, and as many times more as there are 100,000s in it. */
enum everyuri_status eu_store_list(struct everyuri_text path, struct everyuri_text root,
                                   const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err);

/** Look a message up by its id (without "<>") in Maildirs, mbox files and news spools, and tell it
 *  (message/rfc822), or its part of that Content-ID (its own type, decoded).
 *  places: absolute paths of Maildirs, mbox files or spools.
 *  part:   data NULL: the whole message, byte by byte as it is stored.
 *  index:  a file that is kept so that a second look-up need not read all; data NULL: none.  What
 *          it says is believed only where the message is still there, with the same id.  An index
 *          that cannot be written is done without, and a file that is none is left as it is.
 *  Errors: MISSING: no such message or part, or no such place; UNSUPPORTED: a part, and GMime 3 is
 *          not installed, or the part is made of others; FAILED, NO_MEMORY, PARTIAL. */
enum everyuri_status eu_store_message(struct everyuri_text id, struct everyuri_text part,
                                      const struct everyuri_text *places, size_t n_places,
                                      struct everyuri_text index,
                                      const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err);

/** The media type that a file's name suggests by its suffix (in either case); data NULL: none. */
struct everyuri_text eu_store_media_type(struct everyuri_text name);

#endif
