/* store.h - objects on this machine, for fetch. */
#ifndef EU_STORE_STORE_H
#define EU_STORE_STORE_H

#include "base/base.h"
#include "everyuri/object.h"

/** Tell a file (READ) to the receiver: regular files only, opened so that no device, FIFO or
 *  terminal is touched (THREATS C5).
 *  path: absolute.  root: neither symbolic links nor ".." lead out of it; data NULL: no root.
 *  from: the first byte that is told.
 *  Errors: MISSING: there is no such file; UNSAFE: it is none, or leads out; FAILED; PARTIAL. */
enum everyuri_status eu_store_read(struct everyuri_text path, struct everyuri_text root,
                                   uint64_t from, const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err);

/** Tell a directory (LIST) as a menu, sorted by name, with sizes and dates; type "d" for a
 *  directory.  A path that is a file is told as one. */
enum everyuri_status eu_store_list(struct everyuri_text path, struct everyuri_text root,
                                   const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err);

/** Look a message up by its id (without "<>") in Maildirs, mbox files and news spools, and tell it
 *  (message/rfc822), or its part of that Content-ID (its own type, decoded).
 *  places: paths of Maildirs, mbox files or spools.  part: data NULL: the whole message.
 *  index:  a file that is kept so that a second look-up need not read all; data NULL: none.
 *  Errors: MISSING, FAILED. */
enum everyuri_status eu_store_message(struct everyuri_text id, struct everyuri_text part,
                                      const struct everyuri_text *places, size_t n_places,
                                      struct everyuri_text index,
                                      const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err);

/** The media type that a file's name suggests by its suffix; data NULL: none. */
struct everyuri_text eu_store_media_type(struct everyuri_text name);

#endif
