/* desktop.h - links of any scheme, clicked anywhere, lead to a gateway in the browser. */
#ifndef CMD_ACCESS_DESKTOP_H
#define CMD_ACCESS_DESKTOP_H

#include "access.h"

/* Write, or remove, the desktop entry that opens the schemes that no browser takes with `open
 * --browser`.  Returns: the exit status. */
int desktop_install(const struct settings *settings);
int desktop_remove(const struct settings *settings);

/* ---- open_browser.c ----------------------------------------------------------------------------------------- */

/* Show a URI in the browser, by a gateway that runs already or is started; the URI loses its secrets. */
void browse(struct answer *answer, const struct item *item, const struct everyuri_uri *uri);

/* Show the gateway's own front page. */
void browse_front(struct answer *answer);

#endif
