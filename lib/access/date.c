/* date.c - converts dates of messages (RFC 5322 3.3) to the UTC form of items. */
#include "access/conversation.h"

#define DAY_MINUTES (24 * 60)

/* The unread part of the text. */
struct date_rest {
	const char *data;
	size_t len;
};

static void skip_blanks(struct date_rest *rest)
{
	while (rest->len && (rest->data[0] == ' ' || rest->data[0] == '\t')) {
		rest->data++;
		rest->len--;
	}
}

static bool take_char(struct date_rest *rest, char wanted)
{
	if (!rest->len || rest->data[0] != wanted)
		return false;
	rest->data++;
	rest->len--;
	return true;
}

/* Reads a number of at most `most` digits.  Returns -1 if there is no number. */
static int take_number(struct date_rest *rest, size_t most)
{
	int number = 0;
	size_t n = 0;

	skip_blanks(rest);
	for (; n < rest->len && eu_is_digit((unsigned char)rest->data[n]); n++) {
		if (n == most)
			return -1;
		number = number * 10 + (rest->data[n] - '0');
	}
	rest->data += n;
	rest->len -= n;
	return n ? number : -1;
}

static int month_number(struct date_rest *rest)
{
	static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";

	skip_blanks(rest);
	for (int i = 0; i < 12 && rest->len >= 3; i++)
		if (eu_same_ignoring_case(rest->data, months + 3 * i, 3)) {
			rest->data += 3;
			rest->len -= 3;
			return i + 1;
		}
	return -1;
}

static int days_of_month(int year, int month)
{
	static const char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

/* Returns the zone in minutes east of UTC: 0 for "GMT", "UT", "-0000" and unknown names
 * (RFC 5322 4.3), negative for the names of North America, such as "EST" and "EDT". */
static int zone_minutes(struct date_rest *rest)
{
	static const char names[] = "ECMP"; /* Eastern, Central, Mountain, Pacific: 5 to 8 hours,
	                                       one less in summer */
	int sign = 0;

	skip_blanks(rest);
	if (rest->len >= 5 && (rest->data[0] == '+' || rest->data[0] == '-')) {
		sign = rest->data[0] == '-' ? -1 : 1;
		rest->data++;
		rest->len--;
		int number = take_number(rest, 4);

		return number < 0 ? 0 : sign * (number / 100 * 60 + number % 100);
	}
	if (rest->len >= 3 && rest->data[2] == 'T' &&
	    (rest->data[1] == 'S' || rest->data[1] == 'D'))
		for (int i = 0; i < 4; i++)
			if (rest->data[0] == names[i])
				return -60 * (5 + i - (rest->data[1] == 'D'));
	return 0;
}

struct date_parts {
	int year, month, day, minutes, seconds;
};

/* Converts to UTC.  Refuses a zone of 24 hours or more, which four digits allow, so that the date
 * changes by at most one day. */
static bool to_utc(struct date_parts *date, int zone)
{
	if (zone <= -DAY_MINUTES || zone >= DAY_MINUTES)
		return false;
	date->minutes -= zone;
	if (date->minutes < 0) {
		date->minutes += DAY_MINUTES;
		if (--date->day == 0) {
			date->month = date->month == 1 ? 12 : date->month - 1;
			date->year -= date->month == 12;
			date->day = days_of_month(date->year, date->month);
		}
	} else if (date->minutes >= DAY_MINUTES) {
		date->minutes -= DAY_MINUTES;
		if (++date->day > days_of_month(date->year, date->month)) {
			date->day = 1;
			date->month = date->month == 12 ? 1 : date->month + 1;
			date->year += date->month == 1;
		}
	}
	return date->year >= 1900 && date->year <= 9999;
}

static bool read_date(struct date_rest *rest, struct date_parts *date)
{
	int hour, minute;

	date->day = take_number(rest, 2);
	date->month = month_number(rest);
	date->year = take_number(rest, 4);
	/* RFC 5322 4.3: two digits mean a year from 1950 to 2049, and three digits are added to
	 * 1900 */
	if (date->year >= 0 && date->year < 50)
		date->year += 2000;
	else if (date->year >= 0 && date->year < 1000)
		date->year += 1900;
	if (date->month < 1 || date->year < 1900 || date->day < 1 ||
	    date->day > days_of_month(date->year, date->month))
		return false;
	hour = take_number(rest, 2);
	if (hour < 0 || hour > 23 || !take_char(rest, ':'))
		return false;
	minute = take_number(rest, 2);
	date->seconds = take_char(rest, ':') ? take_number(rest, 2) : 0;
	date->minutes = hour * 60 + minute;
	return minute >= 0 && minute < 60 && date->seconds >= 0 && date->seconds <= 60;
}

static char *put_two(char *out, int number)
{
	eu_decimal_padded(out, (unsigned)number, 2);
	return out + 2;
}

size_t eu_date_of_message(struct everyuri_text text, char out[EU_DATE_SIZE])
{
	struct date_rest rest = { text.data, text.len };
	const char *comma = text.len ? memchr(text.data, ',', text.len) : NULL;
	struct date_parts date;
	char *at = out;

	if (comma) { /* skip the name of the day */
		rest.data = comma + 1;
		rest.len = text.len - (size_t)(comma + 1 - text.data);
	}
	if (!read_date(&rest, &date) || !to_utc(&date, zone_minutes(&rest)))
		return 0;
	at = put_two(put_two(at, date.year / 100), date.year % 100);
	*at++ = '-';
	at = put_two(at, date.month);
	*at++ = '-';
	at = put_two(at, date.day);
	*at++ = 'T';
	at = put_two(at, date.minutes / 60);
	*at++ = ':';
	at = put_two(at, date.minutes % 60);
	*at++ = ':';
	at = put_two(at, date.seconds);
	*at++ = 'Z';
	return (size_t)(at - out);
}
