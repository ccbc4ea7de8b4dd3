/* access_uri.c - makes the URI to access from an item, and adds the login to that URI. */
#include "base/secret.h"
#include "access.h"

#include <string.h>

static struct everyuri_text part_of(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return everyuri_view(uri, part);
}

/* Encodes a user name or password.  It is literal text, so a percent sign is encoded too. */
static enum everyuri_status encode(const char *text, enum everyuri_place place,
                                   struct everyuri_buf *buf, struct everyuri_error *error)
{
	return everyuri_encode(text, strlen(text), everyuri_place_set(EVERYURI_RFC3986, place), 0,
	                       buf, error);
}

/* Returns the flags for parsing a changed URI again. */
static unsigned flags_of(enum everyuri_standard standard)
{
	return standard == EVERYURI_RFC3986 ? EVERYURI_ADMIT_ZONE : 0;
}

/* Changes the URI.  Writes the new text to answer->buf[1], or to answer->buf[2] if the old text
 * is in buf[1]. */
static enum everyuri_status change(struct answer *answer, const struct everyuri_change *changes,
                                   size_t n, struct everyuri_uri *uri, struct everyuri_error *error)
{
	enum everyuri_standard standard = (enum everyuri_standard)uri->standard;
	struct everyuri_buf *to = &answer->buf[uri->text == answer->buf[2].data ? 1 : 2];
	enum everyuri_status status = everyuri_edit(uri, changes, n, 0, to, error);

	if (status)
		return status;
	return everyuri_parse(to->data, to->len, standard, flags_of(standard), NULL,
	                      &answer->buf[3], uri, error);
}

/* Replaces the user and the password of the URI.  If password is NULL, removes the password. */
static enum everyuri_status put_user(struct answer *answer, struct everyuri_text user,
                                     const char *password, struct everyuri_uri *uri,
                                     struct everyuri_error *error)
{
	struct everyuri_buf secret;
	struct everyuri_change changes[3] = {
		{ .kind = EVERYURI_DELETE, .part = EVERYURI_PASSWORD },
		{ .kind = EVERYURI_SET, .part = EVERYURI_USER, .value = user },
		{ .kind = EVERYURI_SET, .part = EVERYURI_PASSWORD },
	};
	enum everyuri_status status = EVERYURI_OK;

	eu_buf_secret(&secret);
	if (password) {
		status = encode(password, EVERYURI_PLACE_PASSWORD, &secret, error);
		changes[2].value =
			(struct everyuri_text){ secret.len ? secret.data : "", secret.len };
	}
	if (!status)
		status = change(answer, changes, password ? 3 : 2, uri, error);
	everyuri_buf_free(&secret);
	return status;
}

/* Adds the login from --user NAME or NAME:PASSWORD. */
static enum everyuri_status put_option(struct answer *answer, const char *option,
                                       struct everyuri_uri *uri, struct everyuri_error *error)
{
	const char *colon = strchr(option, ':');
	size_t len = colon ? (size_t)(colon - option) : strlen(option);
	struct everyuri_buf user;
	enum everyuri_status status;

	eu_buf_secret(&user);
	status = everyuri_encode(option, len,
	                         everyuri_place_set(EVERYURI_RFC3986, EVERYURI_PLACE_USER), 0,
	                         &user, error);
	if (!status)
		status = put_user(answer,
		                  (struct everyuri_text){ user.len ? user.data : "", user.len },
		                  colon ? colon + 1 : NULL, uri, error);
	everyuri_buf_free(&user);
	return status;
}

/* ---- ~/.netrc --------------------------------------------------------------------------------- */

static bool takes_password(const struct everyuri_uri *uri)
{
	const struct everyuri_scheme_info *info = scheme_info(uri);

	return info && info->flags & EVERYURI_LOGIN;
}

/* Reports an unusable ~/.netrc once, at the first URI that needs it. */
static void say_wrong(struct answer *answer, struct netrc *netrc)
{
	if (!netrc->wrong || atomic_flag_test_and_set(&netrc->said))
		return;
	everyuri_write_text(&answer->err, "everyuri: ");
	everyuri_write_text(&answer->err, answer->settings->command);
	everyuri_write_text(&answer->err, ": ");
	everyuri_write_terminal(&answer->err, netrc->name, strlen(netrc->name));
	everyuri_write_text(&answer->err, " is ignored: ");
	everyuri_write_text(&answer->err, netrc->wrong);
	everyuri_write_text(&answer->err, "\n");
}

/* Adds the password for this host and, if the URI has a user, for that user.  The password is
 * part of this URI only, so a redirect to another URI does not get the password. */
static enum everyuri_status put_netrc(struct answer *answer, struct netrc *netrc,
                                      struct everyuri_uri *uri, struct everyuri_error *error)
{
	struct everyuri_text user = part_of(uri, EVERYURI_USER), name = user;
	struct everyuri_text host = part_of(uri, EVERYURI_HOST);
	const char *login, *password;
	struct everyuri_buf buf;
	enum everyuri_status status = EVERYURI_OK;

	if (!host.len || part_of(uri, EVERYURI_PASSWORD).data || !takes_password(uri))
		return EVERYURI_OK;
	say_wrong(answer, netrc);
	eu_buf_secret(&buf);
	if (user.data) {
		status = everyuri_decode(user.data, user.len, 0, &buf, error);
		name = (struct everyuri_text){ buf.len ? buf.data : "", buf.len };
	}
	if (!status && netrc_find(netrc, host, name, &login, &password)) {
		if (!user.data) {
			status = encode(login, EVERYURI_PLACE_USER, &buf, error);
			user = (struct everyuri_text){ buf.len ? buf.data : "", buf.len };
		}
		if (!status)
			status = put_user(answer, user, password, uri, error);
	}
	everyuri_buf_free(&buf);
	return status;
}

/* ---- the whole URI --------------------------------------------------------------------------------- */

/* RFC 3987 3.1: replaces an IRI by the URI to which it maps. */
static enum everyuri_status as_uri(struct answer *answer, struct everyuri_uri *uri,
                                   struct everyuri_error *error)
{
	struct everyuri_buf *buf = &answer->buf[1];
	enum everyuri_status status;

	if (uri->standard != EVERYURI_RFC3987)
		return EVERYURI_OK;
	status = everyuri_iri_to_uri(uri, 0, buf, error);
	if (!status)
		status = everyuri_parse(buf->data, buf->len, EVERYURI_RFC3986, 0, NULL, NULL, uri,
		                        error);
	return status;
}

enum everyuri_status accessing_read(struct telling *telling, struct accessing *a,
                                    struct everyuri_uri *uri, struct everyuri_error *error)
{
	struct answer *answer = telling->answer;
	enum everyuri_status status =
		item_read(answer, telling->item, answer->settings->standard[0],
	                  a->zone ? EVERYURI_ADMIT_ZONE : 0, NULL, uri, error);
	const char *before;

	if (!status)
		status = as_uri(answer, uri, error);
	before = uri->text;
	if (!status && a->user)
		status = put_option(answer, a->user, uri, error);
	if (!status)
		status = put_netrc(answer, &a->netrc, uri, error);
	telling->own_login = !status && uri->text != before;
	return status;
}

struct everyuri_text uri_shown(struct everyuri_text text, enum everyuri_standard standard,
                               struct everyuri_buf *buf)
{
	static const struct everyuri_secrets passwords = { .flags = EVERYURI_REDACT_OWN_KEYS |
		                                                    EVERYURI_REDACT_REMOVE };
	struct everyuri_uri uri;
	struct everyuri_buf own;
	enum everyuri_status status;
	struct everyuri_span secret;

	eu_buf_secret(&own);
	status = everyuri_parse(text.data, text.len, standard, flags_of(standard), NULL, &own, &uri,
	                        NULL);
	if (!status && !everyuri_secrets_find(uri.text, uri.len, &passwords, &secret, 1)) {
		everyuri_buf_free(&own);
		return text;
	}
	if (!status)
		status = everyuri_redact(&uri, &passwords, buf, NULL);
	everyuri_buf_free(&own);
	return status ? (struct everyuri_text){ "***", 3 } :
	                (struct everyuri_text){ buf->data, buf->len };
}
