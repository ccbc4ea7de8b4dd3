/* store.h - local objects, for fetch. */
#ifndef EU_STORE_STORE_H
#define EU_STORE_STORE_H

#include "base/base.h"
#include "everyuri/object.h"

/** Passes a local file (READ) to the receiver: a regular file as a document, a directory as a
 *  menu.  Does not open devices, FIFOs or terminals (THREATS C5).
 *  path: absolute.
 *  root: a directory that neither symbolic links nor ".." may leave; if data is NULL, there is no
 *        restriction.
 *  from: offset of the first byte to pass on; the length of the object is counted from there.
 *  Errors: MISSING if there is no such file; UNSAFE if the file has another type, or is outside the
 *          root; OUT_OF_RANGE if the file ends before `from`; FAILED, NO_MEMORY; PARTIAL if the
 *          file became shorter while it was read, or the receiver stopped. */
enum everyuri_status eu_store_read(struct everyuri_text path, struct everyuri_text root,
                                   uint64_t from, const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err);

/** Passes on a directory (LIST) as a menu, sorted by the bytes of the names, with sizes and dates.
 *  Subdirectories have type "d".  If the path is a file, passes that on, with or without a final
 *  "/".
 *
 *  An entry that cannot be fetched (a device, a FIFO) is an item of kind TEXT.  A symbolic link
 *  that is dangling or leaves the root is an item of kind LINK.  Neither has a name, so neither
 *  gets a URI.
 *  Cost: memory does not depend on the number of names; time is linear up to some 100,000 names,
 *        and then grows by one pass for each further 100,000. */
enum everyuri_status eu_store_list(struct everyuri_text path, struct everyuri_text root,
                                   const struct everyuri_receiver *receiver,
                                   struct everyuri_error *err);

/** Looks up a message by its id (without "<>") in Maildirs, mbox files and news spools.  Passes on
 *  the message (message/rfc822), or its part with that Content-ID, decoded and with its own type.
 *  places: absolute paths of Maildirs, mbox files or spools.
 *  part:   if data is NULL, the whole message is passed on as it is stored, byte for byte.
 *  index:  a file that makes a scan of all places unnecessary; data is NULL if there is none.  An
 *          entry counts only if the message is still there, with the same id.  Failure to write the
 *          index is ignored; a file that is not an index is not overwritten.
 *  Errors: MISSING if there is no such message, part or place; UNSUPPORTED if a part was requested,
 *          but GMime 3 is not installed or the part is a multipart; FAILED, NO_MEMORY, PARTIAL. */
enum everyuri_status eu_store_message(struct everyuri_text id, struct everyuri_text part,
                                      const struct everyuri_text *places, size_t n_places,
                                      struct everyuri_text index,
                                      const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err);

/** Returns the media type for the suffix of a file name, ignoring case; data NULL if unknown. */
struct everyuri_text eu_store_media_type(struct everyuri_text name);

#endif
