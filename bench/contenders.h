/* contenders.h - a function for each contender, which parses a line or works on it.  Returns: was it accepted? */
#ifndef BENCH_CONTENDERS_H
#define BENCH_CONTENDERS_H

#include "parsers.h"

/* The text between "//" and the next slash; the few with a port are refused. */
struct line name_of(const struct line *line);

/* State of a whole run. */
void ours_begin(void);
void uriparser_begin(void);
void uriparser_end(void);
void peers_begin(void);
void peers_end(void);

/* Relative references are resolved against this. */
extern const char base_text[];

/* Returns the text that the line became, valid until the next call; NULL: the line was refused. */
const char *ours_text(size_t *len);
const char *uriparser_text(size_t *len);

/* ours.c */
bool by_url1993(const struct line *line);
bool by_uri1994(const struct line *line);
bool by_rfc1630(const struct line *line);
bool by_rfc1738(const struct line *line);
bool by_rfc1808(const struct line *line);
bool by_rfc2396(const struct line *line);
bool by_rfc3986(const struct line *line);
bool by_check(const struct line *line);
bool by_compare(const struct line *line);
bool by_whatwg(const struct line *line);
bool by_whatwg_check(const struct line *line);
bool by_resolve(const struct line *line);
bool by_normalize(const struct line *line);
bool by_plan(const struct line *line);
bool by_idna(const struct line *line);
bool by_copy(const struct line *line);

/* uriparser.c */
bool by_uriparser(const struct line *line);
bool by_uriparser_arena(const struct line *line);
bool by_uriparser_resolve(const struct line *line);
bool by_uriparser_normalize(const struct line *line);

/* peers.c */
bool by_libcurl(const struct line *line);
bool by_glib_split(const struct line *line);
bool by_glib_valid(const struct line *line);
bool by_ada(const struct line *line);
bool by_ada_can_parse(const struct line *line);
bool by_ada_to_ascii(const struct line *line);
bool by_ada3(const struct line *line);
bool by_ada3_can_parse(const struct line *line);
bool by_boost(const struct line *line);
bool by_rust(const struct line *line);

/* remote.c: contenders that a call from C would slow down */
void remote_end(void);
double by_go(const struct corpus *corpus, size_t *accepted);

/* batch.c: the whole corpus as a column */
void batch_begin(const struct corpus *corpus);
void batch_end(void);
size_t by_batch(const struct corpus *corpus);
size_t by_batch_others(const struct corpus *corpus);
double by_one_thread(const struct corpus *corpus, size_t *accepted);
double by_two_threads(const struct corpus *corpus, size_t *accepted);

#endif
