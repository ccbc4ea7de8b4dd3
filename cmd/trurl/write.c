/* write.c - writes the components of a URL, and whole URLs. */
#include "trurl.h"

#include <stdio.h>

static const struct everyuri_text absent = { NULL, 0 };

/* Returns the host in the requested form.  If it cannot be converted, returns it unchanged. */
static struct everyuri_text host_shown(struct trurl *run, const struct url *url, unsigned show)
{
	struct everyuri_text host = url->part[C_HOST];
	struct everyuri_buf *buf = &run->answer.buf[0];
	struct everyuri_error error;

	if (!host.data || host.data[0] == '[' || !(show & (SHOW_PUNYCODE | SHOW_IDN)))
		return host;
	if (show & SHOW_PUNYCODE ? everyuri_idna_to_ascii(host.data, host.len, 0, buf, &error) :
	                           everyuri_idna_to_unicode(host.data, host.len,
	                                                    EVERYURI_IDNA_STRICT, buf, &error)) {
		if (!run->quiet)
			trurl_note(run, "%s: " SLICE, error.message, SLICED(host));
		return host;
	}
	return store_copy(run, buf->data, buf->len);
}

static struct everyuri_text port_shown(struct trurl *run, const struct url *url, unsigned show)
{
	char digits[16];
	unsigned port;

	if (url->part[C_PORT].data || !(show & SHOW_DEFAULT_PORT) ||
	    !scheme_of_libcurl(url->part[C_SCHEME], &port) || !port)
		return url->part[C_PORT];
	int n = snprintf(digits, sizeof digits, "%u", port);

	return store_copy(run, digits, (size_t)n);
}

struct everyuri_text url_part(struct trurl *run, const struct url *url, enum component at,
                              unsigned show)
{
	switch (at) {
	case C_HOST:
		return host_shown(run, url, show);
	case C_PORT:
		return port_shown(run, url, show);
	case C_OPTIONS:
		return scheme_has_options(url->part[C_SCHEME]) ? url->part[at] : absent;
	case C_QUERY:
	case C_FRAGMENT:
		return url->part[at].len || show & SHOW_EMPTY ? url->part[at] : absent;
	default:
		return url->part[at];
	}
}

/* ---- the whole URL -------------------------------------------------------------------------- */

/* Adds a delimiter and a component, if the component is present. */
static void add_behind(struct draft *draft, const char *delimiter, struct everyuri_text text)
{
	if (!text.data)
		return;
	draft_add(draft, delimiter, 1);
	draft_add_text(draft, text);
}

static void add_login(struct draft *draft, const struct url *url)
{
	struct everyuri_text options = url_part(draft->run, url, C_OPTIONS, 0);

	if (!url->part[C_USER].data && !url->part[C_PASSWORD].data && !options.data)
		return;
	draft_add_text(draft, url->part[C_USER]);
	add_behind(draft, ":", url->part[C_PASSWORD]);
	add_behind(draft, ";", options);
	draft_add(draft, "@", 1);
}

static void add_host(struct draft *draft, const struct url *url, struct everyuri_text host)
{
	struct everyuri_text zone = url->part[C_ZONEID];

	if (!zone.data || !host.len || host.data[0] != '[') {
		draft_add_text(draft, host);
		return;
	}
	draft_add(draft, host.data, host.len - 1);
	draft_add(draft, "%25", 3);
	draft_add_text(draft, zone);
	draft_add(draft, "]", 1);
}

/* Returns the port to write.  A default port is left out, unless --default-port
 * or --keep-port was given. */
static struct everyuri_text port_in_url(struct trurl *run, const struct url *url, unsigned show)
{
	struct everyuri_text port = port_shown(run, url, show);
	char digits[16];
	unsigned number;

	if (run->keep_port || show & SHOW_DEFAULT_PORT ||
	    !scheme_of_libcurl(url->part[C_SCHEME], &number) || !number)
		return port;
	snprintf(digits, sizeof digits, "%u", number);
	return text_is(port, digits) ? absent : port;
}

static struct everyuri_text join(struct trurl *run, const struct url *url,
                                 struct everyuri_text host, unsigned show)
{
	struct draft draft = { .run = run };

	draft_add_text(&draft, url->part[C_SCHEME]);
	draft_add(&draft, "://", 3);
	if (!text_is(url->part[C_SCHEME], "file")) {
		add_login(&draft, url);
		add_host(&draft, url, host);
		add_behind(&draft, ":", port_in_url(run, url, show));
	}
	draft_add_text(&draft, url->part[C_PATH]);
	add_behind(&draft, "?", url_part(run, url, C_QUERY, 0));
	add_behind(&draft, "#", url_part(run, url, C_FRAGMENT, 0));
	return draft_text(&draft);
}

static bool is_whole(const struct url *url)
{
	struct everyuri_text scheme = url->part[C_SCHEME];

	return scheme.data && (url->part[C_HOST].data || text_is(scheme, "file"));
}

struct everyuri_text url_text(struct trurl *run, const struct url *url, unsigned show)
{
	return is_whole(url) ? join(run, url, host_shown(run, url, show), show) : absent;
}

bool url_holds(struct trurl *run, const struct url *url, struct everyuri_error *error)
{
	struct everyuri_text host = url->part[C_HOST];

	if (host.len && host.data[0] != '[')
		host = data_encoded(run, host, C_HOST);
	struct everyuri_text text = join(run, url, host, 0);

	return !everyuri_check(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE, error);
}
