/* desktop.h - makes the desktop open links of any scheme in the browser, through a gateway. */
#ifndef CMD_ACCESS_DESKTOP_H
#define CMD_ACCESS_DESKTOP_H

#include "access.h"

/* Install and remove a desktop entry.  The entry runs `open --browser` for the schemes that
 * browsers do not support.  Both return the exit status. */
int desktop_install(const struct settings *settings);
int desktop_remove(const struct settings *settings);

/* ---- open_browser.c ----------------------------------------------------------------------------------------- */

/* Shows a URI in the browser, without its secrets.  Starts a gateway if none is running. */
void browse(struct answer *answer, const struct item *item, const struct everyuri_uri *uri);

/* Shows the front page of the gateway. */
void browse_front(struct answer *answer);

#endif
