/* Fetches the object of a URI, hop by hop. */
#include "fetch/fetching.h"

#include "base/schemes.h"

/* ---- shared ---------------------------------------------------------------------------------------- */

void eu_fetch_event(struct eu_fetching *f, enum everyuri_event_kind kind, const char *data,
                    size_t len)
{
	const struct everyuri_event event = { .kind = kind,
		                              .uri = { f->uri.text, f->uri.len },
		                              .text = { data, len },
		                              .ms = eu_net_now() - f->begun_ms };

	if (f->options->event)
		f->options->event(f->options->context, &event);
}

void eu_fetch_said(struct eu_fetching *f, const char *data, size_t len)
{
	f->n_said = len < sizeof f->said ? len : sizeof f->said;
	if (f->n_said)
		memcpy(f->said, data, f->n_said);
}

long eu_fetch_ask(struct eu_fetching *f, const char *what, char *data, size_t cap)
{
	if (!f->options->ask)
		return -1;
	return f->options->ask(f->options->context, what,
	                       (struct everyuri_text){ f->uri.text, f->uri.len }, data, cap);
}

enum everyuri_status eu_fetch_keep(struct everyuri_buf *buf, const char *data, size_t len,
                                   struct everyuri_error *err)
{
	enum everyuri_status status = eu_buf_reserve(buf, len, err);

	if (status)
		return status;
	if (len)
		memcpy(buf->data, data, len);
	buf->len = len;
	return EVERYURI_OK;
}

/* ---- the URI of the object ----------------------------------------------------------------------------- */

static struct everyuri_text part_of(const struct everyuri_uri *uri, enum everyuri_part part)
{
	return everyuri_view(uri, part);
}

static bool same_part(const struct everyuri_uri *a, const struct everyuri_uri *b,
                      enum everyuri_part part)
{
	struct everyuri_text of_a = part_of(a, part), of_b = part_of(b, part);

	return of_a.len == of_b.len &&
	       (!of_a.len || eu_same_ignoring_case(of_a.data, of_b.data, of_a.len));
}

void eu_fetch_official(struct eu_fetching *f, struct everyuri_text uri)
{
	const enum everyuri_standard standard = (enum everyuri_standard)f->uri.standard;
	struct everyuri_buf fresh;
	struct everyuri_uri official;
	enum everyuri_status status;

	eu_buf_secret(&fresh);
	status = everyuri_parse(uri.data, uri.len, standard, EVERYURI_ADMIT_PARTIAL, &f->uri,
	                        &fresh, &official, NULL);
	if (!status && same_part(&official, &f->uri, EVERYURI_SCHEME) &&
	    same_part(&official, &f->uri, EVERYURI_HOST) &&
	    same_part(&official, &f->uri, EVERYURI_PORT))
		status = eu_fetch_keep(&f->official, official.text, official.len, NULL);
	f->no_memory |= status == EVERYURI_NO_MEMORY;
	everyuri_buf_free(&fresh);
}

struct everyuri_text eu_fetch_uri(const struct eu_fetching *f)
{
	if (f->official.len)
		return (struct everyuri_text){ f->official.data, f->official.len };
	return (struct everyuri_text){ f->uri.text, f->uri.len };
}

/* ---- one hop ---------------------------------------------------------------------------------------------- */

/* Guesses the media type from the suffix of the path's last segment, decoded. */
static void guess_media_type(struct eu_fetching *f)
{
	struct everyuri_buf *buf = &f->item_buf;
	struct everyuri_text path = everyuri_view(&f->uri, EVERYURI_PATH);
	size_t at;

	for (at = path.len; at > 0 && path.data[at - 1] != '/';)
		at--;
	for (size_t i = at; i < path.len; i++)
		if (path.data[i] == ';')
			path.len = i;
	f->media_type = (struct everyuri_text){ NULL, 0 };
	if (!everyuri_decode(path.data + at, path.len - at, 0, buf, NULL))
		f->media_type = eu_store_media_type((struct everyuri_text){ buf->data, buf->len });
}

/* Makes the plan.  Looks for articles in the caller's stores first, but not if a server or a
 * reference named the article (THREATS C5). */
static enum everyuri_status make_plan(struct eu_fetching *f, struct everyuri_error *err)
{
	struct everyuri_config config = { 0 };

	if (f->options->config)
		config = *f->options->config;
	if (f->led_by != EU_LED_BY_USER)
		config.flags &= ~(unsigned)EVERYURI_NEWS_HERE;
	else if (f->options->n_mail)
		config.flags |= EVERYURI_NEWS_HERE;
	return everyuri_plan_make(&f->uri, &config, &f->plan_buf, &f->plan, err);
}

/* Returns whether the step uses this machine (reads, starts or writes something) instead of a
 * connection. */
static bool is_local_step(enum everyuri_do what)
{
	switch (what) {
	case EVERYURI_READ:
	case EVERYURI_LIST:
	case EVERYURI_LOOK_UP:
	case EVERYURI_COMPOSE:
	case EVERYURI_HAND_OVER:
		return true;
	case EVERYURI_BLOCK:
	case EVERYURI_CONNECT:
	case EVERYURI_SECURE:
	case EVERYURI_EXPECT:
	case EVERYURI_SEND:
	case EVERYURI_ASK:
	case EVERYURI_DATA:
	case EVERYURI_RECEIVE:
	case EVERYURI_REFER:
		return false;
	}
	return true;
}

/* THREATS C5: the URI that a server or a reference names may be on another server, but not on this
 * machine.  Checks the plan, not the scheme, because the configuration can give any scheme any
 * step. */
static enum everyuri_status check_led(const struct eu_fetching *f, struct everyuri_error *err)
{
	struct everyuri_step step;

	if (f->led_by == EU_LED_BY_USER)
		return EVERYURI_OK;
	for (size_t at = 0; everyuri_step_next(f->plan.steps, &at, &step);) {
		if (is_local_step(step.what))
			return eu_fail(
				err, EVERYURI_UNSAFE, 0, "THREATS C5",
				"a server may not redirect to files, programs or mail of this "
				"machine");
		if (step.what == EVERYURI_REFER)
			return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
			               "redirects are not followed through a gateway or resolver");
	}
	return EVERYURI_OK;
}

static bool user_agrees(const struct eu_fetching *f, struct everyuri_text block)
{
	const struct everyuri_fetch_options *options = f->options;

	if (options->config && options->config->flags & EVERYURI_FORM_AGREED)
		return true;
	return options->agree &&
	       options->agree(options->context, (struct everyuri_text){ f->uri.text, f->uri.len },
	                      block);
}

/* Refuses a data block if a redirect or reference named the URI.  A data block has effects on the
 * server, so only the user may send one.  Called before any connection is made. */
static enum everyuri_status check_blocks(const struct eu_fetching *f, struct everyuri_error *err)
{
	struct everyuri_step step;
	struct everyuri_field body;

	for (size_t at = 0; everyuri_step_next(f->plan.steps, &at, &step);) {
		if (step.what != EVERYURI_BLOCK ||
		    !everyuri_step_field(&step, EVERYURI_FIELD_BODY, &body))
			continue;
		if (f->led_by != EU_LED_BY_USER)
			return eu_fail(err, EVERYURI_UNSAFE, 0, "THREATS C5",
			               "a server may not redirect to a URI that sends data");
		if (!user_agrees(f, body.text))
			return eu_fail(err, EVERYURI_UNSAFE, 0, "THREATS C5",
			               "the data in this URI is sent only if the user agrees");
	}
	return EVERYURI_OK;
}

/* Returns the first step; every plan has one. */
static struct everyuri_step first_step(const struct eu_fetching *f)
{
	struct everyuri_step step = { .what = EVERYURI_CONNECT };
	size_t at = 0;

	everyuri_step_next(f->plan.steps, &at, &step);
	return step;
}

/* Runs a local step.  If it found nothing, makes its fallback steps the plan.
 * Returns: EVERYURI_OK, and sets *instead to true if the fallback must still be run. */
static enum everyuri_status look_here(struct eu_fetching *f, const struct everyuri_step *step,
                                      bool *instead, struct everyuri_error *err)
{
	static const char missing[] =
		"look-up: article not found on this machine; asking the server";
	struct everyuri_error why = { .clause = "", .message = "" };
	enum everyuri_status status = eu_fetch_here(f, step, &why);
	struct everyuri_field other;

	*instead = status && status != EVERYURI_NO_MEMORY && !f->told &&
	           everyuri_step_field(step, EVERYURI_FIELD_OR, &other);
	if (!*instead)
		return status ? eu_fail_because(err, why.reason, why.status, why.at, why.clause,
		                                why.message) :
		                status;
	if (status == EVERYURI_MISSING)
		eu_fetch_event(f, EVERYURI_EVENT_STEP, missing, sizeof missing - 1);
	else
		eu_fetch_event(f, EVERYURI_EVENT_WARNING, why.message, strlen(why.message));
	f->plan.steps = other.text;
	return EVERYURI_OK;
}

static enum eu_carrier carrier_of(const struct eu_fetching *f)
{
	const struct everyuri_text name = part_of(&f->uri, EVERYURI_SCHEME);
	const struct eu_scheme *scheme = eu_scheme_find(name.data, name.len);

	return scheme ? scheme->carrier : EU_CARRIER_CONVERSATION;
}

static enum everyuri_status carry_out(struct eu_fetching *f, struct everyuri_error *err)
{
	struct everyuri_step step = first_step(f);

	guess_media_type(f);
	if (step.what == EVERYURI_LOOK_UP) {
		bool instead;
		enum everyuri_status status = look_here(f, &step, &instead, err);

		if (!instead)
			return status;
		step = first_step(f);
	}
	if (step.what != EVERYURI_CONNECT)
		return eu_fetch_here(f, &step, err);
	switch (carrier_of(f)) {
	case EU_CARRIER_HTTP:
		return eu_fetch_web(f, err);
	case EU_CARRIER_LDAP:
		return eu_fetch_directory(f, err);
	case EU_CARRIER_CONVERSATION:
		break;
	}
	return eu_fetch_converse(f, err);
}

static void tell_warnings(struct eu_fetching *f)
{
	for (uint32_t i = 0; f->options->event && i < f->plan.n_warnings; i++) {
		const char *message = f->plan.warning[i].message;
		const struct everyuri_event event = { .kind = EVERYURI_EVENT_WARNING,
			                              .uri = { f->uri.text, f->uri.len },
			                              .text = { message, strlen(message) },
			                              .ms = eu_net_now() - f->begun_ms,
			                              .at = f->plan.warning[i].at };

		f->options->event(f->options->context, &event);
	}
}

static enum everyuri_status plan_and_go(struct eu_fetching *f, struct everyuri_error *err)
{
	enum everyuri_status status = make_plan(f, err);

	f->http_status = 0;
	if (!status)
		status = check_led(f, err);
	if (!status)
		status = check_blocks(f, err);
	if (status)
		return status;
	eu_fetch_event(f, EVERYURI_EVENT_PLAN, "", 0);
	tell_warnings(f);
	f->next.len = f->official.len = 0;
	f->begun = true;
	status = carry_out(f, err);
	if (f->no_memory)
		return eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
	return status;
}

/* ---- hops ---------------------------------------------------------------------------------------------------- */

/* Adds the fragment of the current URI to the next URI if that has none (RFC 9110 10.2.2). */
static enum everyuri_status take_fragment_along(const struct everyuri_uri *from,
                                                struct everyuri_uri *next, struct everyuri_buf *buf,
                                                struct everyuri_error *err)
{
	const struct everyuri_change change = { .kind = EVERYURI_SET,
		                                .part = EVERYURI_FRAGMENT,
		                                .value = part_of(from, EVERYURI_FRAGMENT) };
	const enum everyuri_standard standard = (enum everyuri_standard)next->standard;
	struct everyuri_buf longer;
	enum everyuri_status status;

	if (!change.value.data || part_of(next, EVERYURI_FRAGMENT).data)
		return EVERYURI_OK;
	eu_buf_secret(&longer);
	status = everyuri_edit(next, &change, 1, 0, &longer, err);
	if (!status) {
		everyuri_buf_free(buf);
		status = everyuri_parse(longer.data, longer.len, standard, 0, NULL, buf, next, err);
	}
	if (!status && !(next->flags & EVERYURI_REWRITTEN)) {
		status = eu_fetch_keep(buf, longer.data, longer.len, err);
		next->text = buf->data;
	}
	everyuri_buf_free(&longer);
	return status;
}

/* Returns whether servers often write this byte into Location although a URI must not contain it: a
 * blank, a byte beyond US-ASCII, or one that RFC 2396 called unwise.  These are percent-encoded, as
 * in browsers (URL Standard, 1.3).  Other invalid bytes stay errors. */
static bool is_unencoded(unsigned char c)
{
	return c == ' ' || c >= 0x80 || (c && strchr("\"<>^`{|}", c));
}

static enum everyuri_status encode_next(struct eu_fetching *f, struct everyuri_error *err)
{
	struct everyuri_buf encoded;
	enum everyuri_status status;
	char *out;

	eu_buf_secret(&encoded);
	status = eu_buf_reserve(&encoded, 3 * f->next.len + 1, err);
	out = encoded.data;
	for (size_t i = 0; !status && i < f->next.len; i++) {
		const unsigned char c = (unsigned char)f->next.data[i];

		if (is_unencoded(c)) {
			*out++ = '%';
			*out++ = eu_hex_upper(c >> 4);
			*out++ = eu_hex_upper(c);
		} else {
			*out++ = (char)c;
		}
	}
	if (!status)
		status = eu_fetch_keep(&f->next, encoded.data, (size_t)(out - encoded.data), err);
	everyuri_buf_free(&encoded);
	return status;
}

/* Parses f->next relative to the current URI. */
static enum everyuri_status read_next(struct eu_fetching *f, struct everyuri_buf *fresh,
                                      struct everyuri_uri *next, struct everyuri_error *err)
{
	const enum everyuri_standard standard = (enum everyuri_standard)f->uri.standard;
	enum everyuri_status status =
		everyuri_parse(f->next.data, f->next.len, standard, EVERYURI_ADMIT_PARTIAL, &f->uri,
	                       fresh, next, err);

	if (status != EVERYURI_INVALID)
		return status;
	status = encode_next(f, err);
	return status ? status :
	                everyuri_parse(f->next.data, f->next.len, standard, EVERYURI_ADMIT_PARTIAL,
	                               &f->uri, fresh, next, err);
}

/* Replaces the current URI by f->next, which is relative to it. */
static enum everyuri_status hop(struct eu_fetching *f, enum eu_led_by by,
                                struct everyuri_error *err)
{
	struct everyuri_buf fresh;
	struct everyuri_uri next;
	enum everyuri_status status;

	eu_buf_secret(&fresh);
	status = read_next(f, &fresh, &next, err);
	if (status) {
		everyuri_buf_free(&fresh);
		if (status == EVERYURI_NO_MEMORY)
			return status;
		return eu_fail(err, EVERYURI_FAILED, 0, "RFC 9110 10.2.2",
		               "redirect to an invalid URI");
	}
	if (!(next.flags & EVERYURI_REWRITTEN)) { /* its text is part of f->next, which will be
	                                             reused */
		status = eu_fetch_keep(&fresh, next.text, next.len, err);
		next.text = fresh.data;
	}
	if (!status)
		status = take_fragment_along(&f->uri, &next, &fresh, err);
	if (status) {
		everyuri_buf_free(&fresh);
		return status;
	}
	everyuri_buf_free(&f->text);
	f->text = fresh;
	f->uri = next;
	f->led_by = by;
	f->net.after_hop = by == EU_LED_BY_SERVER;
	return EVERYURI_OK;
}

static enum everyuri_status follow(struct eu_fetching *f, unsigned *hops,
                                   struct everyuri_error *err)
{
	enum everyuri_status status = plan_and_go(f, err);

	while (!status && f->next.len) {
		if (f->options->no_hops)
			return eu_fail(err, EVERYURI_FAILED, 0, "", "the object has moved");
		if (++*hops > EVERYURI_HOPS_MAX)
			return eu_fail(err, EVERYURI_FAILED, 0, "THREATS C9", "too many redirects");
		status = hop(f, EU_LED_BY_SERVER, err);
		if (!status)
			status = plan_and_go(f, err);
	}
	return status;
}

/* ---- references ------------------------------------------------------------------------------------------------ */

/* Copies the URIs of a plan of references, each after its length.  The copy is needed because
 * following a reference overwrites the plan. */
static enum everyuri_status keep_references(const struct eu_fetching *f, struct everyuri_buf *all,
                                            struct everyuri_error *err)
{
	const struct everyuri_step step = first_step(f);
	struct everyuri_field field;
	size_t n = 0;
	enum everyuri_status status = eu_buf_reserve(all, f->plan.steps.len, err);

	all->len = 0;
	if (status)
		return status;
	for (size_t at = 0; everyuri_field_next(step.fields, &at, &field);) {
		if (field.name != EVERYURI_FIELD_URIS)
			continue;
		/* In the plan, a field takes six bytes in addition to its text, but here only
		 * four. */
		uint32_t len = (uint32_t)field.text.len;

		memcpy(all->data + n, &len, 4);
		memcpy(all->data + n + 4, field.text.data, len);
		n += 4 + len;
	}
	all->len = n;
	return EVERYURI_OK;
}

static bool refers(const struct eu_fetching *f)
{
	return first_step(f).what == EVERYURI_REFER;
}

/* Finds out who named the reference.  If the plan would be the same without the rules of the
 * configuration, the reference is in the URI itself. */
static enum everyuri_status who_refers(const struct eu_fetching *f, enum eu_led_by *by,
                                       struct everyuri_error *err)
{
	struct everyuri_config config = { 0 };
	struct everyuri_plan plan;
	struct everyuri_buf buf;
	enum everyuri_status status;
	bool same;

	if (f->options->config)
		config = *f->options->config;
	config.rules = NULL;
	config.n_rules = 0;
	eu_buf_secret(&buf);
	status = everyuri_plan_make(&f->uri, &config, &buf, &plan, err);
	same = !status && plan.steps.len == f->plan.steps.len &&
	       !memcmp(plan.steps.data, f->plan.steps.data, plan.steps.len);
	everyuri_buf_free(&buf);
	*by = same ? EU_LED_BY_URI : EU_LED_BY_USER;
	return status == EVERYURI_NO_MEMORY ? status : EVERYURI_OK;
}

/* Follows one URI of a plan of references. */
static enum everyuri_status try_reference(struct eu_fetching *f, const char *data, size_t len,
                                          enum eu_led_by by, unsigned *hops,
                                          struct everyuri_error *err)
{
	enum everyuri_status status = eu_fetch_keep(&f->next, data, len, err);

	if (!status)
		status = hop(f, by, err);
	++*hops;
	if (!status)
		status = make_plan(f, err);
	if (!status && refers(f))
		status = eu_fail(err, EVERYURI_UNSAFE, 0, "configuration",
		                 "a gateway or resolver may not refer to another one");
	return status ? status : follow(f, hops, err);
}

/* Follows the references in order until one succeeds. */
static enum everyuri_status refer(struct eu_fetching *f, unsigned *hops, struct everyuri_error *err)
{
	struct everyuri_error why = { .clause = "", .message = "" };
	enum eu_led_by by = EU_LED_BY_URI;
	struct everyuri_buf all;
	enum everyuri_status status;

	eu_buf_secret(&all);
	eu_fetch_event(f, EVERYURI_EVENT_PLAN, "", 0);
	tell_warnings(f);
	status = keep_references(f, &all, err);
	if (!status)
		status = who_refers(f, &by, err);
	if (!status && f->options->no_hops)
		status = eu_fail(err, EVERYURI_FAILED, 0, "", "the object has moved");
	else if (!status && !all.len)
		status = eu_fail(err, EVERYURI_MISSING, 0, "",
		                 "no gateway or resolver returned a URI");
	if (status)
		all.len = 0;
	for (size_t at = 0; at < all.len;) {
		uint32_t len;

		memcpy(&len, all.data + at, 4);
		status = try_reference(f, all.data + at + 4, len, by, hops, &why);
		at += 4 + len;
		if (!status || f->told || at == all.len)
			break;
		eu_fetch_event(f, EVERYURI_EVENT_NEXT, why.message, strlen(why.message));
	}
	everyuri_buf_free(&all);
	return status && why.status ?
	               eu_fail_because(err, why.reason, status, why.at, why.clause, why.message) :
	               status;
}

/* ---- the call --------------------------------------------------------------------------------------------------- */

struct eu_net_options eu_fetch_net(const struct everyuri_fetch_options *options)
{
	unsigned total = options->total_ms ? options->total_ms : 60u * 60u * 1000u;

	return (struct eu_net_options){ .policy = options->config ? options->config->policy : NULL,
		                        .ca_file = options->ca_file,
		                        .insecure = options->insecure,
		                        .connect_ms = options->connect_ms,
		                        .first_ms = options->idle_ms,
		                        .idle_ms = options->idle_ms,
		                        .deadline_ms = eu_net_now() + total };
}

static enum everyuri_status tell_result(struct eu_fetching *f, struct everyuri_buf *buf,
                                        struct everyuri_fetched *fetched,
                                        struct everyuri_error *err)
{
	const struct everyuri_text uri = eu_fetch_uri(f);
	const size_t n_next = f->options->no_hops ? f->next.len : 0;
	enum everyuri_status status = eu_buf_reserve(buf, uri.len + f->n_said + n_next, err);

	if (!status) {
		memcpy(buf->data, uri.data, uri.len);
		memcpy(buf->data + uri.len, f->said, f->n_said);
		buf->len = uri.len + f->n_said;
		if (n_next) {
			memcpy(buf->data + buf->len, f->next.data, n_next);
			fetched->next = (struct everyuri_text){ buf->data + buf->len, n_next };
			buf->len += n_next;
		}
		fetched->uri = (struct everyuri_text){ buf->data, uri.len };
		fetched->said = (struct everyuri_text){ buf->data + uri.len, f->n_said };
		fetched->bytes = f->bytes;
		fetched->begun = f->begun;
	}
	return status;
}

/* Begins a fetch.  Copies the text of the URI, so that hops can replace it. */
static enum everyuri_status begin(struct eu_fetching *f, const struct everyuri_uri *uri,
                                  struct everyuri_error *err)
{
	enum everyuri_status status = eu_fetch_keep(&f->text, uri->text, uri->len, err);

	f->uri = *uri; /* which is told of in any case */
	if (status)
		return status;
	f->uri.text = f->text.data;
	return make_plan(f, err);
}

enum everyuri_status everyuri_fetch(const struct everyuri_uri *uri,
                                    const struct everyuri_fetch_options *options,
                                    const struct everyuri_receiver *receiver,
                                    struct everyuri_buf *buf, struct everyuri_fetched *fetched,
                                    struct everyuri_error *err)
{
	static const struct everyuri_fetch_options none = { 0 };
	struct eu_fetching f = { .options = options ? options : &none, .receiver = receiver };
	struct everyuri_buf *own[] = { &f.text, &f.plan_buf, &f.item_buf,
		                       &f.next, &f.official, &f.login };
	unsigned hops = 0;
	enum everyuri_status status;

	*fetched = (struct everyuri_fetched){ 0 };
	if (!buf) /* without a buffer, fail before the network is used */
		return eu_buf_reserve(buf, 0, err);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		eu_buf_secret(own[i]);
	f.net = eu_fetch_net(f.options);
	f.begun_ms = eu_net_now();
	eu_fetch_receive(&f);
	status = begin(&f, uri, err);
	if (!status)
		status = refers(&f) ? refer(&f, &hops, err) : follow(&f, &hops, err);
	if (status)
		tell_result(&f, buf, fetched, NULL);
	else
		status = tell_result(&f, buf, fetched, err);
	fetched->hops = hops;
	fetched->http_status = f.http_status;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		everyuri_buf_free(own[i]);
	return status;
}

/* ---- functions that fetch nothing ---------------------------------------------------------------------- */

enum everyuri_status everyuri_fetch_ready(struct everyuri_error *err)
{
	return eu_net_load(err);
}

enum everyuri_status everyuri_connect(const char *host, size_t len, uint16_t port,
                                      const struct everyuri_fetch_options *options, int *fd,
                                      struct everyuri_error *err)
{
	static const struct everyuri_fetch_options none = { 0 };
	struct eu_fetching f = { .options = options ? options : &none };
	struct eu_net *net;
	enum everyuri_status status;
	int made;

	f.net = eu_fetch_net(f.options);
	status = eu_net_connect(host, len, port, false, false, &f.net, &net, err);
	if (status)
		return status;
	made = eu_net_socket(net);
	eu_net_close(net);
	if (made < 0)
		return eu_fail(err, EVERYURI_FAILED, 0, "", "no free file descriptor");
	*fd = made;
	return EVERYURI_OK;
}
