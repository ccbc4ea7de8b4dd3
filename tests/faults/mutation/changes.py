"""Generates changes of a C source, each a small mistake that a programmer could make.

The source is cut into tokens.  Comments, strings and preprocessor lines do not change; statements of functions and
values of tables and enumerations do.  A binary operator has blanks around it, which tells it from a unary one.
"""
import ast
import re
from typing import NamedTuple

TOKEN = re.compile(r"""
	(?P<skip>   \s+ | //[^\n]* | /\*.*?\*/ | (?<![^\n])[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
	| (?P<string> "(?:\\.|[^"\\\n])*")
	| (?P<char>   '(?:\\.|[^'\\\n])+')
	| (?P<number> \.?\d(?:[eEpP][+-]|[\w.])*)
	| (?P<word>   [A-Za-z_]\w*)
	| (?P<sign>   <<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
	""", re.X | re.S)

# An operator -> what replaces it.
BINARY = {
	"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
	"&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
	"&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"],
	"+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
	"<<=": [">>="], ">>=": ["<<="],
}
UNARY = {"++": ["--"], "--": ["++"], "!": [""], "~": [""]}
BOOLEAN = {"true": ["false"], "false": ["true"]}
LOGICAL = {"&&", "||"}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
DECLARES = ("typedef", "static", "const", "struct", "enum", "union", "unsigned", "_Static_assert")


class Token(NamedTuple):
	kind: str
	text: str
	begin: int
	end: int


class Reader:
	"""One pass over the tokens.  `open` has the open brackets: "block" is the body of a function or a block in it,
	"value" the brace of an initialiser or enumeration, "other" any other brace, "if" the bracket of the condition of
	an if or while."""

	def __init__(self, text):
		self.text = text
		self.tokens = [Token(match.lastgroup, match[0], *match.span()) for match in TOKEN.finditer(text)
		               if match.lastgroup != "skip"]
		self.open, self.opened = [], []  # the kind of each open bracket, and its token
		self.start = None                # first token of the statement
		self.has_value = False           # its "=" has been read
		self.function = ""               # the function or table
		self.found = set()               # (begin, end, new, function)
		for i in range(len(self.tokens)):
			self.read(i)

	def word(self, i):
		return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

	def add(self, first, last, new):
		"""Replace tokens."""
		self.found.add((self.tokens[first].begin, self.tokens[last].end, new, self.function))

	def has_blank_before(self, i):
		return self.text[self.tokens[i].begin - 1].isspace()

	def has_blank_after(self, i):
		return self.text[self.tokens[i].end:self.tokens[i].end + 1].isspace()

	def in_function(self):
		return "block" in self.open

	def in_block(self):
		return self.in_function() and self.open[-1] == "block"

	def is_declaration(self):
		"""Does the statement begin with two words, or with a word and a star that touches the next word?"""
		i = self.start
		if self.word(i) in DECLARES:
			return True
		if self.tokens[i].kind != "word":
			return False
		while self.word(i + 1) == "*" and not self.has_blank_after(i + 1):
			i += 1
		return self.tokens[i + 1].kind == "word"

	def may_change(self):
		"""A larger dimension of an array changes nothing, a smaller one is undefined."""
		if not self.in_function():
			return "value" in self.open or self.has_value
		is_dimension = self.open[-1] == "[" and not self.has_value and self.is_declaration()
		return not is_dimension and self.word(self.start) != "_Static_assert"

	# ---- changes -------------------------------------------------------------------------------------

	def change_token(self, i):
		kind, text = self.tokens[i][:2]
		if kind == "sign":
			is_binary = self.has_blank_before(i) and self.has_blank_after(i)
			others = (BINARY if is_binary else UNARY).get(text, [])
		elif kind == "number":
			others = other_numbers(text)
		elif kind == "char":
			others = other_chars(text)
		else:
			others = BOOLEAN.get(text, [])
		for other in others:
			self.add(i, i, other)

	def negate_condition(self, begin, end):
		"""A condition of a single operator is covered by the change of that operator."""
		words = [token.text for token in self.tokens[begin + 1:end]]
		if LOGICAL & set(words) or (words[0] != "!" and sum(word in COMPARISONS for word in words) != 1):
			begin, end = self.tokens[begin].end, self.tokens[end].begin
			self.found.add((begin, end, f"!({self.text[begin:end]})", self.function))

	def change_statement(self, last):
		words = [token.text for token in self.tokens[self.start:last]]
		if words[:1] == ["return"] and len(words) > 1:
			self.change_return(words[1:], last)
		elif words and words[0] in ("break", "continue", "return"):
			self.add(self.start, last, ";")
		elif len(words) > 1 and words[0] != "goto" and words[:2] != ["(", "void"] and not self.is_declaration():
			self.add(self.start, last, ";")

	def change_return(self, words, last):
		"""A constant that is returned changes as a token; another pointer than NULL crashes."""
		if words in (["0"], ["NULL"], ["true"], ["false"]):
			return
		values = ["1"] if words == ["EVERYURI_OK"] else ["0"]
		if set(words) & (COMPARISONS | LOGICAL | {"!"}):
			values.append("1")
		for value in values:
			self.add(self.start + 1, last - 1, value)

	# ---- reading -------------------------------------------------------------------------------------

	def open_bracket(self, i):
		text, before = self.tokens[i].text, self.word(i - 1)
		kind = text
		if text == "(" and self.in_block() and before in ("if", "while", "for", "switch"):
			kind = "if" if before in ("if", "while") else "for"
		elif text == "{" and self.begins_block(i, before):
			kind, self.start = "block", None
		elif text == "{":
			is_enum = "enum" in (before, self.word(i - 2))
			kind = "value" if self.has_value or is_enum or self.in_function() else "other"
		if not self.open and (text == "(" or (text == "[" and not self.has_value)):
			self.function = before
		self.open.append(kind)
		self.opened.append(i)

	def begins_block(self, i, before):
		if not self.in_function():
			return before == ")"
		return self.in_block() and (before in (";", "{", "}", "else", "do", ":") or (before == ")" and self.has_blank_before(i)))

	def close_bracket(self, i):
		kind, begin = self.open.pop(), self.opened.pop()
		if kind == "if":
			self.negate_condition(begin, i)
		if kind in ("if", "for", "block"):
			self.start = None

	def ends_label(self, i):
		return self.word(i) == ":" and (self.word(self.start) in ("case", "default") or self.start == i - 1)

	def read(self, i):
		text = self.tokens[i].text
		if self.start is None and text not in "{}":
			self.start, self.has_value = i, False
		if text in "([{":
			self.open_bracket(i)
		elif text in ")]}":
			self.close_bracket(i)
		elif text == ";" and (self.in_block() or not self.open):
			if self.in_function():
				self.change_statement(i)
			self.start, self.has_value = None, False
		elif self.in_block() and (text in ("else", "do") or self.ends_label(i)):
			self.start = None
		else:
			if text == "=":
				self.has_value = True
				if not self.open and self.word(i - 1) != "]":
					self.function = self.word(i - 1)
			if (self.open or self.has_value) and self.may_change():
				self.change_token(i)


def other_numbers(text):
	match = re.fullmatch(r"(0[xX])?([0-9a-fA-F]+?)([uUlL]*)", text)
	if not match:
		return []
	base, digits, suffix = match.groups()
	value = int(digits, 16 if base else 10)
	return [(f"0x{other:X}" if base else str(other)) + suffix for other in (value + 1, value - 1) if other >= 0]


def other_chars(text):
	code = ast.literal_eval("b" + text)
	if len(code) != 1:
		return []
	other = chr((code[0] + 1) % 128)
	return [f"'{other}'" if other.isprintable() and other not in "'\\" else str(ord(other))]


def changes(text):
	"""Yields each change of a source: begin, end, what replaces that text, the function or table, and the lines of
	the change before and after it, with single blanks."""
	for begin, end, new, function in sorted(Reader(text).found):
		first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
		old_line, new_line = text[first:last], text[first:begin] + new + text[end:last]
		yield begin, end, new, function, " ".join(old_line.split()), " ".join(new_line.split())
