/* outgoing.c - drafts as users leave them, and as they are sent: encoded words, addresses, bodies. */
#include "fetch/mail.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static struct everyuri_text text_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* ---- fields --------------------------------------------------------------------------------------- */

static void field(const char *name, const char *value, const char *want, const char *rule)
{
	char got[4000];
	struct eu_out counted = { NULL, 0 }, out = { got, 0 };

	eu_mail_field(&counted, text_of(name), text_of(value));
	eu_mail_field(&out, text_of(name), text_of(value));
	ok(counted.len == out.len, "%s: as long as it was counted", rule);
	is_text(got, out.len, want, "%s", rule);
}

static void fields(void)
{
	field("Subject", "caf\303\251", "Subject: =?utf-8?Q?caf=C3=A9?=\r\n",
	      "rfc6068 6.3: the subject of its example");
	field("Subject", "=?utf-8?Q?caf=C3=A9?=", "Subject: =?utf-8?Q?caf=C3=A9?=\r\n",
	      "rfc6068 6.3: what a link has encoded itself stays");
	field("Subject", "one two", "Subject: one two\r\n", "what is US-ASCII stays");
	field("Subject", "", "Subject: \r\n", "an empty field");
	field("Subject", "to the caf\303\251 and_ the \303\251t\303\251 at 5",
	      "Subject: to the =?utf-8?Q?caf=C3=A9_and=5F_the_=C3=A9t=C3=A9?= at 5\r\n",
	      "rfc2047 6.2: blanks between two words are lost, so they are in them");
	field("Subject",
	      "\303\251\303\251\303\251\303\251\303\251\303\251\303\251\303\251\303\251"
	      "\303\251\303\251",
	      "Subject: =?utf-8?Q?=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?=\r\n"
	      " =?utf-8?Q?=C3=A9=C3=A9?=\r\n",
	      "rfc2047 2: no line is longer than 76, and no character is cut");
	field("Subject",
	      "ab\303\251\303\251\303\251\303\251\303\251\303\251\303\251\303\251\303\251",
	      "Subject: =?utf-8?Q?ab=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?=\r\n"
	      " =?utf-8?Q?=C3=A9?=\r\n",
	      "rfc2047 2: what ends a word has its place too");
	field("Subject",
	      "abcd\303\251\303\251\303\251\303\251\303\251\303\251\303\251\303\251\303\251",
	      "Subject: =?utf-8?Q?abcd=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9?=\r\n"
	      " =?utf-8?Q?=C3=A9?=\r\n",
	      "rfc2047 5: half a character would have had its place");
	field("Subject",
	      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa \303\251",
	      "Subject: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"
	      " =?utf-8?Q?=C3=A9?=\r\n",
	      "rfc2047 2: a line is folded in front of a word");
	field("To", "J\303\266rg M\303\274ller <j@x>, b@x (B\303\251a)",
	      "To: =?utf-8?Q?J=C3=B6rg_M=C3=BCller?= <j@x>, b@x "
	      "(=?utf-8?Q?B=C3=A9a?=)\r\n",
	      "rfc2047 5: names and comments of addresses");
	field("cc", "\"M\303\274ller, \\\"J\\\"\" <j@x.example>",
	      "cc: =?utf-8?Q?M=C3=BCller=2C_=22J=22?= <j@x.example>\r\n",
	      "rfc2047 5: no encoded word stands within quotation marks");
	field("Subject", "\303\2511!*+-/=", "Subject: =?utf-8?Q?=C3=A91!*+-/=3D?=\r\n",
	      "rfc2047 5 (3): what stands for itself");
	field("Subject", "a\t\303\251\tb", "Subject: a\t=?utf-8?Q?=C3=A9?=\tb\r\n",
	      "rfc2047 6.2: a tab is a blank");
	field("Subject",
	      "\303\251 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	      "Subject: =?utf-8?Q?=C3=A9?=\r\n"
	      " aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
	      "rfc2047 2: and behind one");
	field("Cc", "\303\251 <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@x>, b@x,c@x, d@x,",
	      "Cc: =?utf-8?Q?=C3=A9?= <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@x>,\r\n"
	      " b@x,c@x, d@x,\r\n",
	      "rfc5322 2.2.3: a list is folded behind a comma and in front of a blank");
	field("Cc", "\303\251 <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@x>,b@x,",
	      "Cc: =?utf-8?Q?=C3=A9?= <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@x>,b@x,\r\n",
	      "rfc5322 2.2.3: and nowhere else");
	field("To", "\"b\" <b@x>, \"\" <c@x>, \303\251 <d@x>",
	      "To: \"b\" <b@x>, \"\" <c@x>, =?utf-8?Q?=C3=A9?= <d@x>\r\n",
	      "rfc2047 5: strings that need none stay");
	field("To", "\"\303\251\"@x", "To: \"\303\251\"@x\r\n",
	      "rfc2047 5: nor in a string of an address");
	field("To", "\"\303\251", "To: \"\303\251\r\n",
	      "of a string that does not end nothing is lost");
	field("To", "<\303\251", "To: <\303\251\r\n", "nor of an angle");
	field("to", "j\303\266rg@x.example, <\303\266@x.example>",
	      "to: j\303\266rg@x.example, <\303\266@x.example>\r\n",
	      "rfc2047 5: nor in an address");
}

/* ---- addresses ------------------------------------------------------------------------------------- */

static void list(const char *value, const char *want, const char *rule)
{
	char got[400] = "";
	struct everyuri_text address;
	bool good;

	for (size_t at = 0; (good = eu_mail_next_address(text_of(value), &at, &address));) {
		if (!address.data)
			break;
		strncat(got, address.data, address.len);
		strcat(got, eu_mail_is_address(address) ? "|" : "!");
	}
	is_text(good ? got : NULL, good ? strlen(got) : 0, want, "%s: %s", rule, value);
}

static void addresses(void)
{
	list("a@x, b@y ,\r\n c@z", "a@x|b@y|c@z|", "rfc5322 3.4");
	list("A <a@x>, \"B, b\" <b@y>,, (c) c@z (d, e)", "a@x|b@y|c@z|", "rfc5322 3.4");
	list("friends: a@x, B <b@y>;, c@z", "a@x|b@y|c@z|", "rfc5322 3.4: a group");
	list("nobody:;", "", "rfc5322 3.4: a group of nobody");
	list("", "", "rfc5322 3.4");
	list("a@y <b@z>", "b@z|", "rfc5322 3.4: what is in front of < is a name");
	list("\"a,b\"@x, N <\"e>f\"@z>", "\"a,b\"@x|\"e>f\"@z|", "rfc5322 3.4.1: quoted strings");
	list("a@[192.0.2.1], b@[IPv6:2001:db8::1]", "a@[192.0.2.1]|b@[IPv6:2001:db8::1]|",
	     "rfc5321 4.1.3");
	list("a b@x", "a b@x!", "two words are no address");
	list("a", "a!", "a word is no address");
	list("a@", "a@!", "no domain");
	list("@x", "@x!", "no local part");
	list("a@x y", "a@x y!", "words behind an address");
	list("a..b@x, .a@x, a.@x, a@x..y, a@.x, a@x., a@-x",
	     "a..b@x!.a@x!a.@x!a@x..y!a@.x!a@x.!a@-x!", "rfc5322 3.2.3: dots stand between words");
	list("<@a,@b:c@d>", "@a,@b:c@d!", "rfc5321 C: no source routes");
	list("<a@x> <b@y>", NULL, "two at once");
	list("<a@x> b", NULL, "a word behind");
	list("<a@x", NULL, "an angle that is not closed");
	list("\"a@x", NULL, "a string that is not closed");
	list("(a@x", NULL, "a comment that is not closed");
	list(": a@x;", NULL, "a group without a name");
	list("j\303\266@x", "j\303\266@x!", "rfc6531: not spoken");
	list("\"j\303\266\"@x", "\"j\303\266\"@x!", "rfc6531: nor in a string");
	list("\"a\\\"b\"@x, c@x", "\"a\\\"b\"@x|c@x|", "rfc5322 3.2.1: a quoted pair");
	list("(a (b\\) ) c) d@x", "d@x|", "rfc5322 3.2.2: a comment in a comment");
	list("\"a(b\"@x", "\"a(b\"@x|", "rfc5322 3.2.4: none in a string");
	list("A <a@[1.2.3.4]>", "a@[1.2.3.4]|", "rfc5321 4.1.3: a literal in an angle");
	list("<\"a", NULL, "a string in an angle that is not closed");
	list("a <b@x>: c@x;", NULL, "rfc5322 3.4: an angle in the name of a group");
	list("<a@x> \"b\"", NULL, "a string behind an angle");
	list("a1@x, a!#b@x-y_z", "a1@x|a!#b@x-y_z|", "rfc5322 3.2.3: atoms");
	list("a@[1.2.3.4, b@x", NULL, "rfc5321 4.1.3: a literal that is not closed");
	list("a@[1/2], a@[], a@[1]b", "a@[1/2]!a@[]!a@[1]b!", "rfc5321 4.1.3: no literals");
	list("\"a\\\177\"@x", "\"a\\\177\"@x!", "rfc5321 4.1.2: DEL in a string");
	list("a@x\001", "a@x\001!", "a control character");
	list("\"a\001\"@x", "\"a\001\"@x!", "a control character in a string");
}

static void no_addresses(void)
{
	static char room[300];

	memset(room, 'a', sizeof room);
	room[1] = '@';
	ok(eu_mail_is_address((struct everyuri_text){ room, EU_MAIL_ADDRESS }),
	   "rfc5321 4.5.3.1.3: the longest address");
	ok(!eu_mail_is_address((struct everyuri_text){ room, EU_MAIL_ADDRESS + 1 }),
	   "rfc5321 4.5.3.1.3: one that is longer");
	ok(!eu_mail_is_address(text_of("")), "no address at all");
	ok(!eu_mail_is_address((struct everyuri_text){ "a\0b@x", 5 }), "NUL in one");
	ok(!eu_mail_is_address(text_of("\"a")) && !eu_mail_is_address(text_of("\"a\\")) &&
	           !eu_mail_is_address(text_of("\"")),
	   "rfc5321 4.1.2: strings that do not end");
}

/* What check_text would not let pass: lone CR and DEL. */
static void quoted(void)
{
	char got[100];
	struct eu_out out = { got, 0 };

	eu_mail_quoted(&out, text_of("a\rb\177 \r\nc\t\r\n\r"));
	is_text(got, out.len, "a=0Db=7F=20\r\nc=09\r\n=0D",
	        "rfc2045 6.7: a CR that ends no line, DEL, and blanks at ends");
}

/* ---- messages ---------------------------------------------------------------------------------------- */

static const struct eu_mail_stamp nobody = { .now = 1700000000 };
static const struct eu_mail_stamp ann = { .sender = { "ann@s.example", 13 },
	                                  .now = 951782399,
	                                  .random = { 0x01, 0xEF } };

#define STAMP_OF_ANN                                \
	"Date: Mon, 28 Feb 2000 23:59:59 +0000\r\n" \
	"From: ann@s.example\r\n"                   \
	"Message-ID: <abopaaaaaaaaaaaaaaaaaaaaaaaaaaaa@s.example>\r\n"
#define PLAIN "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"

static void sent(const char *draft, const char *recipients, const char *want, const char *rule)
{
	struct everyuri_buf buf;
	struct everyuri_error err = { .message = "" };
	struct eu_mail mail;
	size_t n = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!ok(!eu_mail_make(text_of(draft), &ann, &buf, &mail, &err), "%s", rule)) {
		diag("%s at %zu", err.message, err.at);
		return;
	}
	for (size_t i = 0; i < mail.recipients.len; i++)
		if (!mail.recipients.data[i]) {
			((char *)buf.data)[mail.recipients.data + i - buf.data] = '|';
			n++;
		}
	is_text(mail.recipients.data, mail.recipients.len, recipients, "%s: to whom", rule);
	is_number((long long)mail.n_recipients, (long long)n, "%s: to how many", rule);
	is_text(mail.sender.data, mail.sender.len, "ann@s.example", "%s: from whom", rule);
	is_text(mail.text.data, mail.text.len, want, "%s: the text", rule);
	everyuri_buf_free(&buf);
}

static void messages(void)
{
	sent("To: a@x\nsubject: s\n\none\n.\n..two", "a@x|",
	     STAMP_OF_ANN "To: a@x\r\nsubject: s\r\n" PLAIN
	                  "Content-Transfer-Encoding: 7bit\r\n\r\none\r\n.\r\n..two\r\n",
	     "lines end in CR LF; dots are libcurl's to double");
	sent("to: A\n <a@x>,\r\n\tb@x\r\nCC: c@x\nBcc: d@x,\n e@x\nX: y\n\n",
	     "a@x|b@x|c@x|d@x|e@x|",
	     STAMP_OF_ANN "to: A\r\n <a@x>,\r\n\tb@x\r\nCC: c@x\r\nX: y\r\n" PLAIN
	                  "Content-Transfer-Encoding: 7bit\r\n\r\n",
	     "rfc5322 3.6.3: Bcc is in the envelope alone");
	sent("To: a@x\nDate: d\nMessage-ID: i\nFrom: F <f@x>\nMIME-Version: 1.0\n"
	     "Content-Type: text/html\nContent-Transfer-Encoding: 8BIT\n\nx",
	     "a@x|",
	     "To: a@x\r\nDate: d\r\nMessage-ID: i\r\nFrom: F <f@x>\r\nMIME-Version: 1.0\r\n"
	     "Content-Type: text/html\r\nContent-Transfer-Encoding: 7bit\r\n\r\nx\r\n",
	     "what the user wrote is not written again");
	sent("To: a@x\nSubject: na\303\257ve\n  idea\n\ncaf\303\251 =\t \n\nlast ", "a@x|",
	     STAMP_OF_ANN "To: a@x\r\nSubject: =?utf-8?Q?na=C3=AFve?=  idea\r\n" PLAIN
	                  "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
	                  "caf=C3=A9 =3D\t=20\r\n\r\nlast=20\r\n",
	     "rfc2045 6.7: a body beyond US-ASCII");
	sent("To: a@x\nContent-Transfer-Encoding: base64\n\neA==\n", "a@x|",
	     STAMP_OF_ANN "To: a@x\r\nContent-Transfer-Encoding: base64\r\n"
	                  "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
	                  "eA==\r\n",
	     "a body that the user has encoded");
	sent("To: a@x\nContent-Type: text/html\nSubject:\tcaf\303\251\r\n x\n\n\303\251\n", "a@x|",
	     STAMP_OF_ANN
	     "To: a@x\r\nContent-Type: text/html\r\nSubject: =?utf-8?Q?caf=C3=A9?= x\r\n"
	     "MIME-Version: 1.0\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=C3=A9\r\n",
	     "a text of another type is encoded");
	sent("To: a@x\nContent-Type: x\n\n", "a@x|",
	     STAMP_OF_ANN "To: a@x\r\nContent-Type: x\r\nMIME-Version: "
	                  "1.0\r\nContent-Transfer-Encoding: 7bit\r\n\r\n",
	     "a type that is none");
	sent("To: a@x\n", "a@x|",
	     STAMP_OF_ANN "To: a@x\r\n" PLAIN "Content-Transfer-Encoding: 7bit\r\n\r\n",
	     "no body at all");
}

/* A line of 999 bytes is wrapped as quoted-printable. */
static void long_lines(void)
{
	char draft[1100] = "To: a@x\n\n";
	struct everyuri_buf buf;
	struct eu_mail mail = { .n_recipients = 0 };
	size_t longest = 0, n = 0, x = 0;

	memset(draft + 9, 'x', 999);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(!eu_mail_make(text_of(draft), &ann, &buf, &mail, NULL), "rfc5322 2.1.1: a long line");
	for (size_t i = 0; i < mail.text.len; i++) {
		n = mail.text.data[i] == '\n' ? 0 : n + (mail.text.data[i] != '\r');
		longest = n > longest ? n : longest;
		x += mail.text.data[i] == 'x';
	}
	ok(longest == 76, "rfc2045 6.7: lines of 76 at most (%zu)", longest);
	ok(x == 999 + 4 * 1, "rfc2045 6.7: and nothing is lost (%zu)", x);
	everyuri_buf_free(&buf);
}

static void senders(void)
{
	static const struct eu_mail_stamp long_ago = { .now = -1 };
	struct everyuri_buf buf;
	struct eu_mail mail;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(!eu_mail_make(text_of("From: a@x, b@x\nSender: c@x\nTo: d@x\n\n"), &long_ago, &buf,
	                 &mail, NULL),
	   "two authors");
	is_text(mail.sender.data, mail.sender.len, "a@x",
	        "rfc5322 3.6.2: the first of them is the sender");
	ok(mail.text.len > 40 &&
	           !memcmp(mail.text.data, "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n", 39),
	   "no time before 1970");
	everyuri_buf_free(&buf);
}

/* What does not fit leaves all as it was. */
static void no_room(void)
{
	char few[20] = "untouched";
	struct everyuri_buf buf;
	struct everyuri_error err = { .at = 0 };
	struct eu_mail mail = { .n_recipients = 7 };

	everyuri_buf_init(&buf, few, sizeof few, NULL);
	ok(eu_mail_make(text_of("To: a@x\n\n"), &ann, &buf, &mail, &err) == EVERYURI_NO_SPACE &&
	           mail.n_recipients == 7 && !strcmp(few, "untouched"),
	   "a buffer that is too small is left as it was");
}

/* ---- refused --------------------------------------------------------------------------------------------- */

static void refused_bytes(const char *draft, size_t len, const struct eu_mail_stamp *stamp,
                          enum everyuri_status status, size_t at, const char *rule)
{
	struct everyuri_buf buf;
	struct everyuri_error err = { .at = 0 };
	struct eu_mail mail = { .n_recipients = 7 };
	char *copy = malloc(len ? len : 1);

	memcpy(copy, draft, len);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(eu_mail_make((struct everyuri_text){ copy, len }, stamp, &buf, &mail, &err) == status &&
	           err.status == status && mail.n_recipients == 7,
	   "refused: %s", rule);
	is_number((long long)err.at, (long long)at, "refused: %s: where", rule);
	everyuri_buf_free(&buf);
	free(copy);
}

static void refused(const char *draft, enum everyuri_status status, size_t at, const char *rule)
{
	refused_bytes(draft, strlen(draft), &ann, status, at, rule);
}

static void refusals(void)
{
	static const struct eu_mail_stamp bad = { .sender = { "a@x>\r\nDATA", 10 } };
	char line[1100] = "To: a@x\nX: ";

	refused("Subject: s\n\nTo: a@x\n", EVERYURI_MISSING, 0, "no recipient; the body has none");
	refused("Bcc: nobody:;\n\n", EVERYURI_MISSING, 0, "a group of nobody");
	refused("To: a@x\nno field\n\n", EVERYURI_INVALID, 8, "a line that is no field");
	refused("To: a@x\n: y\n\n", EVERYURI_INVALID, 8, "a field without a name");
	refused("To: a@x\nX y: z\n\n", EVERYURI_INVALID, 8, "a blank in a name");
	refused("To: a@x\nX\177: y\n\n", EVERYURI_INVALID, 8, "DEL in a name");
	refused("To: a@x\nX: \177\n\n", EVERYURI_INVALID, 11, "DEL in a value");
	refused(" To: a@x\n\n", EVERYURI_INVALID, 0, "a fold of nothing");
	refused("To: a@x\rDATA\n\n", EVERYURI_INVALID, 7, "THREATS C1: a lone CR in the header");
	refused("To: a@x\n\nx\ry\n", EVERYURI_INVALID, 10, "THREATS C1: and in the body");
	refused("To: a@x\n\nx\r", EVERYURI_INVALID, 10, "THREATS C1: and at the end");
	refused_bytes("To: a@x\n\nx\0y", 12, &ann, EVERYURI_INVALID, 10, "THREATS C1: NUL");
	refused("To: a@x\nSubject: \033[m\n\n", EVERYURI_INVALID, 17, "a control in the header");
	refused("To: a@x\nSubject: \351\n\n", EVERYURI_INVALID, 17, "what is not UTF-8");
	refused("To: a@x, b\nX: y\n\n", EVERYURI_INVALID, 9, "one bad address is enough");
	refused("To: <a@x>\nCc: b@x>\n\n", EVERYURI_INVALID, 14, "an angle too much");
	refused("To: a@x\nFrom: me\n\n", EVERYURI_INVALID, 14, "From, too");
	refused("To: a@x\nContent-Type: multipart/mixed; boundary=b\n\n\303\251",
	        EVERYURI_UNSUPPORTED, 51, "rfc2045 6.4: parts that would be encoded");
	refused("To: a@x\nContent-Transfer-Encoding: base64\n\n\303\251", EVERYURI_UNSUPPORTED, 43,
	        "base64 beyond US-ASCII");
	refused_bytes("To: a@x\n\n", 9, &nobody, EVERYURI_MISSING, 0, "nobody sends it");
	refused_bytes("To: a@x\n\n", 9, &bad, EVERYURI_INVALID, 0, "THREATS C1: a sender");
	memset(line + strlen(line), 'y', 996);
	refused(line, EVERYURI_INVALID, 8, "rfc5322 2.1.1: a line of 999 bytes");
}

/* Every beginning of a message is sent or refused, and nothing is read beyond it. */
static void beginnings(void)
{
	static const char draft[] =
		"To: A \"b\" <a@x>, (c) g: d@[1.2.3.4];\r\nSubject: \303\251\n y\r\n"
		"Bcc: e@x\n\nb\303\251\r\n";
	bool good = true;

	for (size_t len = 0; len < sizeof draft; len++) {
		char *copy = malloc(len ? len : 1);
		struct everyuri_buf buf;
		struct eu_mail mail;

		memcpy(copy, draft, len);
		everyuri_buf_init(&buf, NULL, 0, NULL);
		if (!eu_mail_make((struct everyuri_text){ copy, len }, &ann, &buf, &mail, NULL))
			good = good && eu_mail_is_ascii(mail.text) && mail.n_recipients &&
			       !memcmp(mail.text.data + mail.text.len - 2, "\r\n", 2);
		everyuri_buf_free(&buf);
		free(copy);
	}
	ok(good, "every beginning of a draft is sent in US-ASCII, or not at all");
}

int main(void)
{
	fields();
	addresses();
	no_addresses();
	quoted();
	messages();
	senders();
	long_lines();
	no_room();
	refusals();
	beginnings();
	return done();
}
