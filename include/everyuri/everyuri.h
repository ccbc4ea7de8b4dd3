/* everyuri.h - the main header: parse, compare, resolve, edit and find URIs.
 *
 * Every header follows these conventions:
 *
 * Text is a pointer and a length in bytes.  The text need not end in NUL, and NUL is an ordinary
 * byte in it.  NULL with length 0 is empty text.  A length in any other unit has the unit in its
 * name.
 *
 * A call returns a status; EVERYURI_OK is 0.  Details of a failure go to the last argument,
 * `err`, which may be NULL and stays untouched on success.  Outputs are written whole on
 * success and stay untouched on failure, except that a failed call may overwrite the bytes of
 * its buffer.  Later releases may add status values: treat an unknown one as a failure.
 *
 * An argument `flags` takes the constants that its comment names, or 0.  No value is used for
 * two constants.  A call that returns a status refuses every other bit with OUT_OF_RANGE.
 *
 * Parsing and checking allocate nothing.  A call that writes takes a struct everyuri_buf,
 * replaces its content and allocates no other memory.  Its inputs must not lie in that buffer.
 *
 * There are no mutable globals: any number of threads may call any function, as long as no two
 * use the same buffer at the same time. */
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
