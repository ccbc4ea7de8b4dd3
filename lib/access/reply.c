/* Reads replies that begin with three digits, and the ports in replies of FTP. */
#include "access/conversation.h"

static bool has_code(const char *line, size_t len)
{
	if (len < 3)
		return false;
	for (int i = 0; i < 3; i++)
		if (!eu_is_digit((unsigned char)line[i]))
			return false;
	return line[0] >= '1' && line[0] <= '5';
}

static bool no_code(struct everyuri_conversation *c)
{
	eu_abort(c, EVERYURI_PROTOCOL, "RFC 959 4.2", "reply without a status code");
	return false;
}

bool eu_reply_of_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (!has_code(line, len) || (len > 3 && line[3] != ' '))
		return no_code(c);
	memcpy(c->code, line, 3);
	return true;
}

bool eu_reply_of_lines(struct everyuri_conversation *c, const char *line, size_t len)
{
	bool code = has_code(line, len);

	if (c->more_lines) /* the reply ends with a line that has the same code and a space */
		return code && !memcmp(c->code, line, 3) && (len == 3 || line[3] == ' ');
	if (!code || (len > 3 && line[3] != ' ' && line[3] != '-'))
		return no_code(c);
	memcpy(c->code, line, 3);
	c->more_lines = len > 3 && line[3] == '-';
	return !c->more_lines;
}

uint64_t eu_size_of_text(struct everyuri_text text)
{
	uint64_t size = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		if (!eu_is_digit(byte) || size > (UINT64_MAX - 10) / 10)
			return EVERYURI_LENGTH_UNKNOWN;
		size = size * 10 + (uint64_t)(byte - '0');
	}
	return text.len ? size : EVERYURI_LENGTH_UNKNOWN;
}

/* ---- ports ------------------------------------------------------------------------------------------- */

/* Reads a number of at most 65535 and moves *at past it.  Returns UINT32_MAX if it is invalid. */
static uint32_t port_number(const char *line, size_t len, size_t *at)
{
	uint32_t number = 0;
	size_t from = *at;

	while (*at < len && eu_is_digit((unsigned char)line[*at])) {
		number = number * 10 + (uint32_t)(line[*at] - '0');
		if (number > UINT16_MAX)
			return UINT32_MAX;
		++*at;
	}
	return *at > from ? number : UINT32_MAX;
}

/* THREATS C3: refuses ports below 1024 for data connections. */
static uint16_t data_port(uint32_t number)
{
	return number >= 1024 && number <= UINT16_MAX ? (uint16_t)number : 0;
}

/* Reads "229 Entering Extended Passive Mode (|||6446|)", with any delimiter from 33 to 126. */
uint16_t eu_epsv_port(const char *line, size_t len)
{
	size_t at = 3;

	while (at < len && line[at] != '(')
		at++;
	if (len - at < 7 || line[at + 1] < 33 || line[at + 1] > 126)
		return 0;
	char delimiter = line[at + 1];

	if (line[at + 2] != delimiter || line[at + 3] != delimiter)
		return 0;
	at += 4;
	uint32_t number = port_number(line, len, &at);

	return at + 1 < len && line[at] == delimiter && line[at + 1] == ')' ? data_port(number) : 0;
}

/* Reads six numbers, anywhere after the code: four for the address, and two for the port. */
uint16_t eu_pasv_port(const char *line, size_t len)
{
	size_t at = 3;
	uint32_t number[6];

	while (at < len && !eu_is_digit((unsigned char)line[at]))
		at++;
	for (int i = 0; i < 6; i++) {
		number[i] = port_number(line, len, &at);
		if (number[i] > 255 || (i < 5 && (at == len || line[at++] != ',')))
			return 0;
	}
	return data_port(number[4] << 8 | number[5]);
}
