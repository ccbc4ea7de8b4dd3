/* sets.h - sets of bytes, written so that a person can check them. */
#ifndef EU_URI_SETS_H
#define EU_URI_SETS_H

/* One word of a set holds 32 values: space to "?", "@" to "_", "`" to DEL. */
#define BIT(c) (1u << ((c) % 32))
#define DIGITS 0x03FF0000u
#define LETTERS 0x07FFFFFEu

/* Letters, digits, and the bytes of the three rows. */
#define SET(row2, row4, row6)                                                              \
	{                                                                                  \
		{                                                                          \
			0, DIGITS | (row2), LETTERS | (row4), LETTERS | (row6), 0, 0, 0, 0 \
		}                                                                          \
	}

/* RFC 3986: unreserved = alnum - . _ ~ ; sub-delims = ! $ & ' ( ) * + , ; = */
#define UNRESERVED_2 (BIT('-') | BIT('.'))
#define SUB_DELIMS_BUT_PAIRS \
	(BIT('!') | BIT('$') | BIT('\'') | BIT('(') | BIT(')') | BIT('*') | BIT(','))
#define SUB_DELIMS (SUB_DELIMS_BUT_PAIRS | BIT('&') | BIT('+') | BIT(';') | BIT('='))

/* RFC 2396: mark = - _ . ! ~ * ' ( ) */
#define MARK_2 (UNRESERVED_2 | BIT('!') | BIT('*') | BIT('\'') | BIT('(') | BIT(')'))

#define RESERVED_BUT_PAIRS_2396 (BIT('$') | BIT(','))
#define PAIRS_2396 (BIT('&') | BIT('=') | BIT('+') | BIT(';'))

/* RFC 1738: safe = $ - _ . + ; extra = ! * ' ( ) , */
#define UCHAR_BUT_PLUS (UNRESERVED_2 | SUB_DELIMS_BUT_PAIRS)
#define UCHAR (UCHAR_BUT_PLUS | BIT('+'))

/* 1993 to RFC 1630: safe = $ - _ @ . & ; extra without reserved bytes and spaces. */
#define XALPHA_1630 \
	(UNRESERVED_2 | BIT('$') | BIT('"') | BIT('\'') | BIT('(') | BIT(')') | BIT(','))
#define XALPHA_1994 (XALPHA_1630 | BIT('!') | BIT('*') | BIT(':') | BIT(';'))

#endif
