/* get_info.c - get -i: describes the object.  If several URIs have the same object, its digest
 * is the same for all of them. */
#include "base/secret.h"
#include "sha256.h"
#include "get.h"
#include "sniff.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define STATIONS_MAX 64 /* the requested URI, EVERYURI_HOPS_MAX hops, and resolvers that failed */

/* One of the URIs followed to reach the object, without its password. */
struct station {
	char *uri; /* from malloc */
	size_t len;
	const char *failed; /* message: why this URI failed; NULL if it did not */
};

/* A receiver that records the properties of the object and counts its bytes and items. */
struct description {
	struct telling *telling;
	enum everyuri_standard standard;
	struct station station[STATIONS_MAX];
	size_t n_stations;
	enum { LOOK_AT_NOTHING, LOOK_AT_HTML, LOOK_AT_MESSAGE } what; /* chosen by the media type */
	struct look *look;
	struct answer *answer;
	bool json, begun;
	enum everyuri_object_kind kind;
	uint64_t bytes, items;
	struct digest digest;
};

static void put_name(struct description *d, const char *name)
{
	struct everyuri_writer *out = &d->answer->out;

	if (d->json) {
		everyuri_write_text(out, d->begun ? ",\"" : "{\"");
		everyuri_write_text(out, name);
		everyuri_write_text(out, "\":");
	} else {
		everyuri_write_text(out, name);
		everyuri_write_text(out, "\t");
	}
	d->begun = true;
}

static void put_known(struct description *d, const char *name, struct everyuri_text value)
{
	if (!value.data)
		return;
	put_name(d, name);
	if (d->json) {
		put_json(d->answer, value.data, value.len);
		return;
	}
	put_field(d->answer, value.data, value.len);
	everyuri_write_text(&d->answer->out, "\n");
}

static void put_count(struct description *d, const char *name, uint64_t number)
{
	put_name(d, name);
	everyuri_write_number(&d->answer->out, number);
	if (!d->json)
		everyuri_write_text(&d->answer->out, "\n");
}

/* ---- hops ------------------------------------------------------------------------------------------- */

static void add_station(struct description *d, struct everyuri_text uri)
{
	struct station *station = &d->station[d->n_stations];
	struct everyuri_buf buf;

	if (d->n_stations == STATIONS_MAX)
		return;
	eu_buf_secret(&buf);
	uri = uri_shown(uri, d->standard, &buf);
	station->uri = malloc(uri.len + 1);
	if (!station->uri) {
		answer_no_memory(d->answer);
	} else {
		memcpy(station->uri, uri.data, uri.len);
		station->len = uri.len;
		d->n_stations++;
	}
	everyuri_buf_free(&buf);
}

static void describe_event(void *context, const struct everyuri_event *event)
{
	struct description *d = context;

	if (event->kind == EVERYURI_EVENT_PLAN)
		add_station(d, event->uri);
	else if (event->kind == EVERYURI_EVENT_NEXT && d->n_stations)
		d->station[d->n_stations - 1].failed = event->text.data;
	else
		tell_warning(d->telling, event);
}

static void put_station(struct description *d, const struct station *station)
{
	struct everyuri_writer *out = &d->answer->out;

	if (!d->json) {
		put_name(d, "hop");
		put_field(d->answer, station->uri, station->len);
		if (station->failed) {
			everyuri_write_text(out, "\t");
			everyuri_write_text(out, station->failed);
		}
		everyuri_write_text(out, "\n");
		return;
	}
	everyuri_write_text(out, "{\"uri\":");
	put_json(d->answer, station->uri, station->len);
	if (station->failed) {
		everyuri_write_text(out, ",\"failed\":");
		put_json(d->answer, station->failed, strlen(station->failed));
	}
	everyuri_write_text(out, "}");
}

/* Writes all URIs from the requested one to the one of the object.  Writes nothing if the two
 * are the same. */
static void put_stations(struct description *d)
{
	struct everyuri_writer *out = &d->answer->out;

	if (d->n_stations < 2)
		return;
	if (d->json) {
		put_name(d, "hops");
		everyuri_write_text(out, "[");
	}
	for (size_t i = 0; i < d->n_stations; i++) {
		if (d->json && i)
			everyuri_write_text(out, ",");
		put_station(d, &d->station[i]);
	}
	if (d->json)
		everyuri_write_text(out, "]");
}

static void free_stations(struct description *d)
{
	for (size_t i = 0; i < d->n_stations; i++)
		free(d->station[i].uri);
}

/* ---- the object ------------------------------------------------------------------------------------ */

/* Returns the media type without its parameters, which the type of a data URI can have. */
static struct everyuri_text type_of(struct everyuri_text type)
{
	const char *end = type.len ? memchr(type.data, ';', type.len) : NULL;

	if (end)
		type.len = (size_t)(end - type.data);
	return type;
}

static bool describe_begin(void *context, const struct everyuri_object *object)
{
	struct description *d = context;
	const char *kind = everyuri_object_kind_name(object->kind);
	const struct everyuri_text type = type_of(object->media_type);

	d->kind = object->kind;
	if (eu_text_is_ignoring_case(type, "text/html") ||
	    eu_text_is_ignoring_case(type, "application/xhtml+xml"))
		d->what = LOOK_AT_HTML;
	else if (eu_text_is_ignoring_case(type, "message/rfc822"))
		d->what = LOOK_AT_MESSAGE;
	put_known(d, "kind", (struct everyuri_text){ kind, strlen(kind) });
	put_known(d, "media_type", object->media_type);
	put_known(d, "charset", object->charset);
	put_known(d, "language", object->language);
	put_known(d, "title", object->title);
	put_known(d, "program", object->program);
	if (object->length != EVERYURI_LENGTH_UNKNOWN)
		put_count(d, "length", object->length);
	return true;
}

static bool describe_bytes(void *context, const char *data, size_t len)
{
	struct description *d = context;

	d->bytes += len;
	if (d->what)
		look_add(d->look, data, len);
	return digest_add(&d->digest, data, len);
}

static bool describe_item(void *context, const struct everyuri_item *item)
{
	struct description *d = context;

	(void)item;
	d->items++;
	return true;
}

/* Writes the digest of the document, if the document is complete. */
static void put_digest(struct description *d)
{
	unsigned char octets[DIGEST_SIZE];
	char text[2 * DIGEST_SIZE];

	if (!digest_is(&d->digest, octets))
		return;
	for (unsigned i = 0; i < DIGEST_SIZE; i++) {
		text[2 * i] = eu_hex_lower(octets[i] >> 4);
		text[2 * i + 1] = eu_hex_lower(octets[i]);
	}
	put_known(d, "sha256", (struct everyuri_text){ text, sizeof text });
}

static void put_counts(struct description *d, bool whole)
{
	if (d->kind == EVERYURI_DOCUMENT) {
		put_count(d, "bytes", d->bytes);
		if (whole)
			put_digest(d);
	} else if (d->kind != EVERYURI_SESSION) {
		put_count(d, "items", d->items);
	}
}

/* ---- properties found in the contents ---------------------------------------------------------------- */

/* Writes the base of the links in an HTML document, if the base differs from the document's
 * URI.  HTML "set the frozen base URL": a data: or javascript: URL is not allowed as base. */
static void put_base(struct description *d, struct everyuri_text uri)
{
	static const char *const never[] = { "data", "javascript" };
	const struct everyuri_text href = look_base(d->look);
	struct everyuri_uri own, base;
	struct everyuri_text scheme;
	struct everyuri_buf buf, own_buf, shown;
	enum everyuri_status status = EVERYURI_INVALID;
	bool good;

	eu_buf_secret(&buf);
	everyuri_buf_init(&own_buf, NULL, 0, NULL);
	everyuri_buf_init(&shown, NULL, 0, NULL);
	if (href.data)
		status = everyuri_parse(uri.data, uri.len, d->standard, 0, NULL, &own_buf, &own,
		                        NULL);
	if (!status)
		status = everyuri_parse(href.data, href.len, d->standard, EVERYURI_ADMIT_PARTIAL,
		                        &own, &buf, &base, NULL);
	if (status == EVERYURI_NO_MEMORY)
		answer_no_memory(d->answer);
	good = !status;
	if (good)
		scheme = everyuri_view(&base, EVERYURI_SCHEME);
	for (size_t i = 0; good && i < sizeof never / sizeof *never; i++)
		good = !eu_text_is_ignoring_case(scheme, never[i]);
	if (good)
		put_known(d, "base",
		          uri_shown((struct everyuri_text){ base.text, base.len }, d->standard,
		                    &shown));
	everyuri_buf_free(&buf);
	everyuri_buf_free(&own_buf);
	everyuri_buf_free(&shown);
}

/* RFC 2392 2: writes "mid:" and the message-id, which is encoded like a path segment. */
static void put_mid(struct description *d, struct everyuri_text id)
{
	char text[1024] = "mid:";
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, text + 4, sizeof text - 4, NULL);
	if (!everyuri_encode(id.data, id.len,
	                     everyuri_place_set(EVERYURI_RFC3986, EVERYURI_PLACE_SEGMENT), 0, &buf,
	                     NULL))
		put_known(d, "mid", (struct everyuri_text){ text, 4 + buf.len });
}

/* Writes a news URI for the article.  The URI does not depend on the server. */
static void put_news(struct description *d, struct everyuri_text id)
{
	static const char any[] = "news:a@b";
	const struct everyuri_entry article = { .selector = id };
	struct everyuri_uri base;
	struct everyuri_buf buf;
	enum everyuri_status status;

	eu_buf_secret(&buf);
	everyuri_parse(any, sizeof any - 1, EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL);
	status = everyuri_entry_uri(&base, &article, &buf, NULL);
	if (!status)
		put_known(d, "news", (struct everyuri_text){ buf.data, buf.len });
	else if (status == EVERYURI_NO_MEMORY)
		answer_no_memory(d->answer);
	everyuri_buf_free(&buf);
}

static void put_names(struct description *d)
{
	struct everyuri_text id = look_field(d->look, "message-id:");

	if (id.len < 3 || id.data[0] != '<' || id.data[id.len - 1] != '>')
		return;
	id.data++;
	id.len -= 2;
	for (size_t i = 0; i < id.len; i++) {
		const unsigned char byte = (unsigned char)id.data[i];

		if (byte <= ' ' || byte == 0x7F || byte == '<' || byte == '>')
			return;
	}
	if (!memchr(id.data, '@', id.len))
		return;
	put_mid(d, id);
	if (look_field(d->look, "newsgroups:").data)
		put_news(d, id);
}

void describe(struct telling *telling, const struct get *get, const struct everyuri_uri *uri)
{
	struct answer *answer = telling->answer;
	struct everyuri_fetch_options options = accessing_fetch(&get->accessing, telling);
	struct description d = { .answer = answer,
		                 .telling = telling,
		                 .standard = (enum everyuri_standard)uri->standard,
		                 .look = malloc(sizeof *d.look),
		                 .json = get->as == EVERYURI_AS_JSON };
	const struct everyuri_receiver receiver = { &d, describe_begin, describe_bytes,
		                                    describe_item };
	struct everyuri_fetched fetched;
	struct everyuri_error error = { .clause = "", .message = "" };
	struct everyuri_buf buf, shown;
	enum everyuri_status status;

	if (!d.look) {
		answer_no_memory(answer);
		return;
	}
	eu_buf_secret(&buf);
	everyuri_buf_init(&shown, NULL, 0, NULL);
	digest_begin(&d.digest);
	d.look->n = 0;
	options.event = describe_event;
	options.context = &d;
	status = everyuri_fetch(uri, &options, &receiver, &buf, &fetched, &error);
	if (d.begun) {
		put_counts(&d, !status);
		if (d.what == LOOK_AT_MESSAGE)
			put_names(&d);
		put_stations(&d);
		if (d.what == LOOK_AT_HTML)
			put_base(&d, fetched.uri);
		put_known(&d, "uri",
		          uri_shown(fetched.uri, (enum everyuri_standard)uri->standard, &shown));
	}
	if (d.json && d.begun) {
		put_name(&d, "whole");
		everyuri_write_text(&answer->out, status ? "false}" : "true}");
	}
	if (d.begun || !d.json)
		put_end(answer);
	else
		put_failure(answer, telling->item, &error, &fetched);
	if (status && (d.begun || !d.json))
		accessing_failed(answer, telling->item, &error, &fetched);
	digest_end(&d.digest);
	free_stations(&d);
	free(d.look);
	everyuri_buf_free(&buf);
	everyuri_buf_free(&shown);
}
