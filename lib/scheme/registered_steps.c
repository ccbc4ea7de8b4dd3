/* A plan without code: one step per line, in which "{path}" is replaced by a part of the URI.
 *
 * The inserted part is decoded once, and then checked like every value. "{+path}" inserts the part
 * as written in the URI, "{user|anonymous}" has a default for an absent part, and "{{" is a brace.
 * docs/schemes/registered.md describes the steps. */
#include "scheme/registered.h"

/* The form of the text after the name of a step. */
enum step_form {
	FORM_NOTHING,
	FORM_TRANSPORT, /* "udp", or nothing */
	FORM_CODES,     /* one or more reply codes */
	FORM_VERB_TEXT, /* a verb, and optional text */
	FORM_TEXT,
	FORM_VERB_CODE,  /* a verb, and an optional code */
	FORM_END,        /* how the object ends */
	FORM_DIRECTORY,  /* a local directory */
	FORM_STORE_TEXT, /* a store, and text */
	FORM_PROGRAM     /* a program, and arguments */
};

static const struct step_row {
	char word[10];
	uint8_t form;
} step_rows[] = {
	{ "connect", FORM_TRANSPORT }, { "secure", FORM_NOTHING },  { "expect", FORM_CODES },
	{ "send", FORM_VERB_TEXT },    { "line", FORM_TEXT },       { "password", FORM_VERB_CODE },
	{ "receive", FORM_END },       { "local", FORM_DIRECTORY }, { "look-up", FORM_STORE_TEXT },
	{ "hand-over", FORM_PROGRAM },
};
#define N_STEP_ROWS (sizeof step_rows / sizeof *step_rows)

static const char *const end_words[] = { "close", "dot", "length", "reply" };

/* ---- words --------------------------------------------------------------------------------------- */

/* The unread part of a line. */
struct step_line {
	struct everyuri_text text;
	size_t at;
};

static bool at_blank(const struct step_line *line)
{
	return line->text.data[line->at] == ' ' || line->text.data[line->at] == '\t';
}

static void skip_step_blanks(struct step_line *line)
{
	while (line->at < line->text.len && at_blank(line))
		line->at++;
}

/* Takes the next word and the blanks after it.  Returns len 0 if no word is left. */
static struct everyuri_text step_word(struct step_line *line)
{
	size_t begin = line->at;
	struct everyuri_text word;

	while (line->at < line->text.len && !at_blank(line))
		line->at++;
	word = (struct everyuri_text){ line->text.data + begin, line->at - begin };
	skip_step_blanks(line);
	return word;
}

/* Takes the next word of a text with variables.  A blank within braces does not end a word. */
static struct everyuri_text argument_word(struct step_line *line)
{
	const char *data = line->text.data;
	size_t begin = line->at;
	bool inside = false;

	for (; line->at < line->text.len && (inside || !at_blank(line)); line->at++)
		if (inside)
			inside = data[line->at] != '}';
		/* LCOV_EXCL_BR_LINE: read_step() refuses a single brace at the end */
		else if (data[line->at] == '{' && line->at + 1 < line->text.len &&
		         data[line->at + 1] == '{')
			line->at++;
		else
			inside = data[line->at] == '{';
	struct everyuri_text word = { data + begin, line->at - begin };

	skip_step_blanks(line);
	return word;
}

static struct everyuri_text step_rest(struct step_line *line)
{
	struct everyuri_text rest = { line->text.data + line->at, line->text.len - line->at };

	line->at = line->text.len;
	return rest;
}

/* ---- text with variables --------------------------------------------------------------------------- */

static const char step_names[][8] = { "uri",  "scheme", "user",  "host",   "port",
	                              "path", "name",   "query", "request" };
enum { OF_URI, OF_SCHEME, OF_USER, OF_HOST, OF_PORT, OF_PATH, OF_NAME, OF_QUERY, OF_REQUEST, OF_N };

/* A run of literal bytes, or a variable. */
struct text_piece {
	bool is_variable, raw;
	size_t variable;
	struct everyuri_text text; /* for a variable: the default to use if the part is absent */
};

/* Reads the variable whose opening brace is at *at.  Returns NULL, or an error message for the byte
 * at *at. */
static const char *variable_read(struct everyuri_text text, size_t *at, struct text_piece *piece)
{
	size_t begin = ++*at, end;

	piece->is_variable = true;
	piece->raw = begin < text.len && text.data[begin] == '+';
	begin += piece->raw;
	for (end = begin; end < text.len && text.data[end] != '}' && text.data[end] != '|';)
		end++;
	for (piece->variable = 0; piece->variable < OF_N; piece->variable++)
		if (eu_text_is((struct everyuri_text){ text.data + begin, end - begin },
		               step_names[piece->variable]))
			break;
	if (piece->variable == OF_N) {
		*at = begin;
		return "unknown variable";
	}
	begin = end += end < text.len && text.data[end] == '|';
	while (end < text.len && text.data[end] != '}')
		end++;
	piece->text = (struct everyuri_text){ text.data + begin, end - begin };
	*at = end;
	if (end == text.len)
		return "missing closing brace";
	++*at;
	return NULL;
}

/* Reads the next piece.  *wrong receives NULL, or an error message for the byte at *at.  Returns
 * false at the end or on an error. */
static bool text_next(struct everyuri_text text, size_t *at, struct text_piece *piece,
                      const char **wrong)
{
	size_t begin = *at;

	*wrong = NULL;
	if (begin == text.len)
		return false;
	*piece = (struct text_piece){ .is_variable = false };
	if (text.data[begin] == '{' && !(begin + 1 < text.len && text.data[begin + 1] == '{')) {
		*wrong = variable_read(text, at, piece);
		return !*wrong;
	}
	*at += text.data[begin] == '{' ? 2 : 1;
	if (text.data[begin] != '{')
		while (*at < text.len && text.data[*at] != '{')
			++*at;
	piece->text = (struct everyuri_text){ text.data + begin,
		                              text.data[begin] == '{' ? 1 : *at - begin };
	return true;
}

/* ---- reading ------------------------------------------------------------------------------------------ */

/* A parsed step. */
struct step_read {
	enum step_form form;
	struct everyuri_text word;  /* verb, store, program, transport, end, directory or code */
	struct everyuri_text words; /* codes or arguments */
	struct everyuri_text text;
	struct everyuri_text code;
};

static enum everyuri_status refuse_step(struct everyuri_error *err, size_t at, const char *message)
{
	return eu_fail(err, EVERYURI_INVALID, at, EU_CONFIGURATION, message);
}

/* Checks a text with variables. base: offset of the text in the line. */
static enum everyuri_status check_step_text(struct everyuri_text text, size_t base,
                                            struct everyuri_error *err)
{
	struct text_piece piece;
	const char *wrong;
	size_t at = 0;

	while (text_next(text, &at, &piece, &wrong))
		;
	return wrong ? refuse_step(err, base + at, wrong) : EVERYURI_OK;
}

static bool is_code(struct everyuri_text word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!eu_is_digit((unsigned char)word.data[i]))
			return false;
	return word.len >= 1 && word.len <= 3;
}

/* Returns whether the word has no variables.  A verb, a store or a program must come only from the
 * configuration. */
static bool is_fixed(struct everyuri_text word)
{
	return word.len && word.data[0] != '-' && !memchr(word.data, '{', word.len);
}

static enum everyuri_status read_form(struct step_line *line, struct step_read *step,
                                      struct everyuri_error *err)
{
	size_t at = line->at;

	/* LCOV_EXCL_BR_LINE: every form has its case */
	switch (step->form) {
	case FORM_NOTHING:
		break;
	case FORM_TRANSPORT:
		step->word = step_word(line);
		if (step->word.len && !eu_text_is(step->word, "udp"))
			return refuse_step(err, at, "transport must be udp or left out");
		break;
	case FORM_CODES:
		step->words = (struct everyuri_text){ line->text.data + at, line->text.len - at };
		do {
			at = line->at;
			if (!is_code(step_word(line)))
				return refuse_step(err, at,
				                   "reply code must be one to three digits");
		} while (line->at < line->text.len);
		break;
	case FORM_VERB_CODE:
	case FORM_VERB_TEXT:
	case FORM_STORE_TEXT:
	case FORM_PROGRAM:
		step->word = step_word(line);
		if (!is_fixed(step->word))
			return refuse_step(err, at,
			                   "missing word: variables and a leading hyphen are not "
			                   "allowed here");
		at = line->at;
		if (step->form == FORM_VERB_CODE) {
			step->code = step_word(line);
			if (step->code.len && !is_code(step->code))
				return refuse_step(err, at,
				                   "reply code must be one to three digits");
			break;
		}
		step->text = step_rest(line);
		if (step->form == FORM_STORE_TEXT && !step->text.len)
			return refuse_step(err, at, "missing id to look up");
		return check_step_text(step->text, at, err);
	case FORM_TEXT:
		step->text = step_rest(line);
		return check_step_text(step->text, at, err);
	case FORM_END:
		step->word = step_word(line);
		for (size_t i = 0; i < sizeof end_words / sizeof *end_words; i++)
			if (eu_text_is(step->word, end_words[i]))
				return EVERYURI_OK;
		return refuse_step(err, at, "end must be close, dot, length or reply");
	case FORM_DIRECTORY:
		step->word = step_rest(line);
		if (!step->word.len || step->word.data[0] != '/')
			return refuse_step(err, at, "directory must be an absolute path");
		break;
	}
	return EVERYURI_OK;
}

static enum everyuri_status read_step(struct everyuri_text text, struct step_read *step,
                                      struct everyuri_error *err)
{
	struct step_line line = { text, 0 };
	struct everyuri_text word;
	enum everyuri_status status;
	size_t row = 0;

	if (!text.len)
		return refuse_step(err, 0, "unknown step");
	for (size_t i = 0; i < text.len; i++)
		if (((unsigned char)text.data[i] < 0x20 && text.data[i] != '\t') ||
		    text.data[i] == 0x7F)
			return refuse_step(err, i, "control character not allowed");
	while (line.text.len && (text.data[line.text.len - 1] == ' '))
		line.text.len--;
	skip_step_blanks(&line);
	size_t at = line.at;

	word = step_word(&line);
	while (row < N_STEP_ROWS && !eu_text_is(word, step_rows[row].word))
		row++;
	if (row == N_STEP_ROWS)
		return refuse_step(err, at, "unknown step");
	*step = (struct step_read){ .form = (enum step_form)step_rows[row].form };
	status = read_form(&line, step, err);
	if (!status && line.at < line.text.len)
		status = refuse_step(err, line.at, "unexpected text after the step");
	return status;
}

enum everyuri_status eu_step_check(struct everyuri_text text, struct everyuri_error *err)
{
	struct step_read step;

	return read_step(text, &step, err);
}

/* ---- putting text together ------------------------------------------------------------------------------ */

/* All printable bytes.  Other bytes, which a lax standard accepts, are percent-encoded. */
static const struct everyuri_byte_set printed = { { 0, 0xFFFFFFFE, UINT32_MAX, 0x7FFFFFFF } };

static struct everyuri_span variable_span(const struct everyuri_planning *planning, size_t variable)
{
	struct everyuri_span path = planning->path;

	switch (variable) {
	case OF_SCHEME:
		return planning->uri->part[EVERYURI_SCHEME];
	case OF_USER:
		return planning->user;
	case OF_HOST:
		return planning->host;
	case OF_QUERY:
		return planning->query;
	case OF_REQUEST:
		if (!eu_is_absent(planning->query))
			path.end = planning->query.end;
		return path;
	case OF_NAME:
		path.begin += path.begin < path.end && planning->uri->text[path.begin] == '/';
		return path;
	default:
		return path;
	}
}

static void put_uri(struct everyuri_planning *planning)
{
	struct everyuri_text uri = eu_planned_uri(planning);
	uint32_t begin = (uint32_t)(uri.data - planning->uri->text);

	if (!eu_is_absent(planning->password))
		eu_unsafe(planning, planning->password.begin, "RFC 3986 7.5",
		          "the password would be sent within the URI");
	eu_plan_escaped(planning, eu_span(begin, begin + uri.len), &printed);
}

static void put_variable(struct everyuri_planning *planning, const struct text_piece *piece,
                         const struct eu_carried *carried)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_span span = variable_span(planning, piece->variable);
	char digits[EU_DECIMAL_MAX];

	if (piece->variable == OF_URI) {
		put_uri(planning);
	} else if (piece->variable == OF_PORT && planning->port) {
		struct everyuri_text port = eu_planned_port(planning, digits);

		eu_plan_put(build, port.data, port.len);
	} else if (piece->variable == OF_PORT || eu_is_absent(span) ||
	           (piece->variable != OF_USER && piece->variable != OF_QUERY &&
	            span.begin == span.end)) {
		eu_plan_put(build, piece->text.data, piece->text.len);
	} else if (piece->variable == OF_HOST && !piece->raw) {
		eu_plan_put(build, planning->host_text, planning->n_host);
	} else if (piece->raw) {
		eu_plan_escaped(planning, span, &printed);
	} else {
		eu_plan_decoded(build, span, carried);
	}
}

/* Returns whether blanks separate words in the text.  If so, a value with a blank is refused,
 * because it would become two words. */
static bool has_words(struct everyuri_text text)
{
	struct text_piece piece;
	const char *wrong;
	size_t at = 0;

	while (text_next(text, &at, &piece, &wrong))
		if (!piece.is_variable && (memchr(piece.text.data, ' ', piece.text.len) ||
		                           memchr(piece.text.data, '\t', piece.text.len)))
			return true;
	return false;
}

static void put_step_text(struct everyuri_planning *planning, struct everyuri_text text)
{
	bool words = has_words(text);
	struct text_piece piece;
	const char *wrong;
	size_t at = 0;

	while (text_next(text, &at, &piece, &wrong))
		if (piece.is_variable)
			put_variable(planning, &piece, words ? &eu_carried_word : &eu_carried_line);
		else
			eu_plan_put(&planning->build, piece.text.data, piece.text.len);
}

static void step_text_field(struct everyuri_planning *planning, enum everyuri_field_name name,
                            struct everyuri_text text)
{
	eu_plan_open(&planning->build, name, 0);
	put_step_text(planning, text);
	eu_plan_close(&planning->build);
}

/* Adds an argument.  THREATS C7: text of a URI never becomes an option of a program. */
static void argument_field(struct everyuri_planning *planning, struct everyuri_text text)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_open(build, EVERYURI_FIELD_ARGUMENTS, 0);
	put_step_text(planning, text);
	if (text.data[0] == '{' && build->first == '-')
		eu_unsafe(planning, build->part_at, EU_CONFIGURATION,
		          "value must not begin with a hyphen: the program would read an option");
	eu_plan_close(build);
}

/* ---- steps ------------------------------------------------------------------------------------------------- */

/* Sends the URI's password, or asks the user for one. */
static void password_step(struct everyuri_planning *planning, const struct step_read *step)
{
	struct eu_plan_build *build = &planning->build;
	bool ask = eu_is_absent(planning->password);

	eu_plan_step(build, ask ? EVERYURI_ASK : EVERYURI_SEND);
	if (ask)
		eu_plan_text(build, EVERYURI_FIELD_FOR, "password");
	else
		eu_plan_bytes(build, EVERYURI_FIELD_VERB, step->word);
	if (!ask)
		eu_plan_secret(planning, EVERYURI_FIELD_ARGUMENT);
	if (step->code.len)
		eu_plan_bytes(build, EVERYURI_FIELD_WHEN, step->code);
	if (!ask)
		return;
	eu_plan_nest(build, EVERYURI_FIELD_SEND);
	eu_plan_bytes(build, EVERYURI_FIELD_VERB, step->word);
	eu_plan_unnest(build);
}

static void local_step(struct everyuri_planning *planning, const struct step_read *step)
{
	struct everyuri_span path = variable_span(planning, OF_NAME);

	eu_plan_read_or_list(planning, path);
	eu_plan_local(planning, step->word, path);
}

static void hand_over_step(struct everyuri_planning *planning, const struct step_read *step)
{
	struct step_line line = { step->text, 0 };

	eu_plan_step(&planning->build, EVERYURI_HAND_OVER);
	eu_plan_bytes(&planning->build, EVERYURI_FIELD_PROGRAM, step->word);
	while (line.at < line.text.len)
		argument_field(planning, argument_word(&line));
}

static void make_step(struct everyuri_planning *planning, const struct step_read *step)
{
	struct eu_plan_build *build = &planning->build;
	struct step_line codes = { step->words, 0 };

	/* LCOV_EXCL_BR_LINE: every form has its case */
	switch (step->form) {
	case FORM_NOTHING:
		eu_plan_step(build, EVERYURI_SECURE);
		break;
	case FORM_TRANSPORT:
		eu_plan_connect_by(planning, step->word.len ? "udp" : "tcp");
		break;
	case FORM_CODES:
		eu_plan_step(build, EVERYURI_EXPECT);
		while (codes.at < codes.text.len)
			eu_plan_bytes(build, EVERYURI_FIELD_REPLY, step_word(&codes));
		break;
	case FORM_VERB_TEXT:
		eu_plan_step(build, EVERYURI_SEND);
		eu_plan_bytes(build, EVERYURI_FIELD_VERB, step->word);
		if (step->text.len)
			step_text_field(planning, EVERYURI_FIELD_ARGUMENT, step->text);
		break;
	case FORM_TEXT:
		eu_plan_step(build, EVERYURI_SEND);
		step_text_field(planning, EVERYURI_FIELD_LINE, step->text);
		break;
	case FORM_VERB_CODE:
		password_step(planning, step);
		break;
	case FORM_END:
		eu_plan_step(build, EVERYURI_RECEIVE);
		eu_plan_bytes(build, EVERYURI_FIELD_UNTIL, step->word);
		break;
	case FORM_DIRECTORY:
		local_step(planning, step);
		break;
	case FORM_STORE_TEXT:
		eu_plan_step(build, EVERYURI_LOOK_UP);
		eu_plan_bytes(build, EVERYURI_FIELD_STORE, step->word);
		step_text_field(planning, EVERYURI_FIELD_ID, step->text);
		break;
	case FORM_PROGRAM:
		hand_over_step(planning, step);
		break;
	}
}

void eu_plan_steps(struct everyuri_planning *planning)
{
	const struct everyuri_span scheme = planning->uri->part[EVERYURI_SCHEME];
	const char *name = planning->uri->text + scheme.begin;
	const struct everyuri_rule *rule;
	struct step_read step;

	for (size_t from = 0;
	     !planning->build.status &&
	     (rule = eu_rule(planning, EVERYURI_RULE_STEP, name, eu_span_len(scheme), &from));) {
		if (read_step(rule->value, &step, NULL)) {
			eu_plan_refuse(&planning->build, EVERYURI_MISSING, 0, EU_CONFIGURATION,
			               "invalid step of this scheme");
			return;
		}
		make_step(planning, &step);
	}
}
