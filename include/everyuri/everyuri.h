/* everyuri.h - the pure library: read, compare, resolve, edit and find URIs.
 *
 * Conventions that hold in every header, told once:
 *
 * Text is a pointer and a length in bytes, never required to end in NUL; NUL is
 * data.  A length that counts anything but bytes says so in its name.  A null
 * pointer with length 0 is empty text.
 *
 * A call returns a status; EVERYURI_OK is 0.  Detail goes to a last argument
 * `err`, which may be NULL and is left untouched on success.  Outputs are
 * written whole on success and are untouched on failure.  (A buffer's bytes may
 * have served as scratch when a text turns out to be invalid, but never when the
 * buffer is too small or memory is short.)  Callers must handle status values that
 * this header does not know yet.
 *
 * An argument `flags` takes the constants that its call names, or 0.  No two calls have a
 * constant of the same value, unless they share it; a call that returns a status refuses
 * every other bit as OUT_OF_RANGE.
 *
 * Parsing and checking never allocate.  What has to write takes a
 * struct everyuri_buf and replaces its content; nothing else takes memory.
 * Inputs must not lie in the buffer that the same call writes to.
 *
 * There are no globals: every function is safe in any number of threads, as long
 * as no two use the same buffer at once. */
#ifndef EVERYURI_EVERYURI_H
#define EVERYURI_EVERYURI_H

#include "address.h"
#include "base.h"
#include "bulk.h"
#include "explain.h"
#include "find.h"
#include "idna.h"
#include "iri.h"
#include "key.h"
#include "local.h"
#include "params.h"
#include "path.h"
#include "plan.h"
#include "policy.h"
#include "registry.h"
#include "rows.h"
#include "scheme.h"
#include "stats.h"
#include "template.h"
#include "uri.h"
#include "whatwg.h"
#include "write.h"

#endif
