"""Changes of a C source: each a small mistake that somebody could make.

The source is cut into tokens.  Comments, strings and the preprocessor's lines are none; what stands in a
function, or is the value of a table or an enumeration, may change.  Operators with two sides are told from
those with one by the blanks around them, which clang-format puts there.
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

# What may stand instead of an operator.
BETWEEN = {
	"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
	"&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
	"&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"],
	"+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
	"<<=": [">>="], ">>=": ["<<="],
}
BESIDE = {"++": ["--"], "--": ["++"], "!": [""], "~": [""]}
OTHER_WORD = {"true": "false", "false": "true"}
CONTROL = ("if", "while", "for", "switch")
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
DECLARES = ("typedef", "static", "const", "struct", "enum", "union", "unsigned", "_Static_assert")


class Token(NamedTuple):
	kind: str
	text: str
	begin: int

	@property
	def end(self):
		return self.begin + len(self.text)


class Change(NamedTuple):
	begin: int      # what stands there now
	end: int
	new: str
	function: str   # or table; "" where there is none
	lines: tuple    # the function's first and last, from 1; None: a table's
	old_line: str   # the whole lines with the change, before and after it, blanks squeezed
	new_line: str

	def planted(self, text):
		return text[:self.begin] + self.new + text[self.end:]


class Reader:
	"""One pass over the tokens.  `open` holds what brackets are open: "block" for the body of a function
	and what is nested in it, "value" for a brace of an initialiser or enumeration, "other", "(" and "["."""

	def __init__(self, text):
		self.text = text
		self.tokens = [Token(match.lastgroup, match[0], match.start()) for match in TOKEN.finditer(text)
		               if match.lastgroup != "skip"]
		self.open = []
		self.start = None        # the statement's first token
		self.valued = False      # has its "=" been seen?
		self.name = ""           # of the function or table
		self.body = None         # the function's first token
		self.found = []          # (begin, end, new, name, number of the body)
		self.bodies = []         # (first line, last line)
		self.headers = []        # for each open "(": is it the condition of a control?

	# ---- where we are ------------------------------------------------------------------------------

	def in_function(self):
		return "block" in self.open

	def at_block(self):
		return self.in_function() and self.open[-1] == "block"

	def blank_before(self, i):
		return self.text[self.tokens[i].begin - 1].isspace()

	def blank_after(self, i):
		return self.text[self.tokens[i].end:self.tokens[i].end + 1].isspace()

	def word(self, i):
		return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

	def is_declaration(self):
		"""Two words, or a word, a star and a word that it touches: the statement declares."""
		i = self.start
		if self.word(i) in DECLARES:
			return True
		if self.tokens[i].kind != "word":
			return False
		while self.word(i + 1) == "*" and not self.blank_after(i + 1):
			i += 1
		return self.tokens[i + 1].kind == "word"

	def is_dimension(self):
		"""In the brackets of a declarator: more is the same, and less is undefined."""
		return self.open[-1] == "[" and not self.valued and self.is_declaration()

	def is_value(self):
		if self.in_function():
			return not self.is_dimension() and self.word(self.start) != "_Static_assert"
		return "value" in self.open or self.valued

	# ---- what may change -----------------------------------------------------------------------------

	def add(self, begin, end, new):
		self.found.append((begin, end, new, self.name, len(self.bodies) if self.in_function() else None))

	def of_token(self, i):
		token = self.tokens[i]
		news = []
		if token.kind == "sign":
			two_sided = self.blank_before(i) and self.blank_after(i)
			news = BETWEEN.get(token.text, []) if two_sided else BESIDE.get(token.text, [])
		elif token.kind == "number":
			news = other_numbers(token.text)
		elif token.kind == "char":
			news = other_char(token.text)
		elif token.text in OTHER_WORD:
			news = [OTHER_WORD[token.text]]
		for new in news:
			self.add(token.begin, token.end, new)

	def of_condition(self, begin, end):
		"""The condition of an if or while, from bracket to bracket.  That of one operator turns round with it."""
		words = [token.text for token in self.tokens[begin + 1:end]]
		if not {"&&", "||"} & set(words) and (words[0] == "!" or sum(word in COMPARISONS for word in words) == 1):
			return
		inner = self.text[self.tokens[begin].end:self.tokens[end].begin]
		self.add(self.tokens[begin].end, self.tokens[end].begin, f"!({inner})")

	def of_statement(self, last):
		first, begin, end = self.word(self.start), self.tokens[self.start].begin, self.tokens[last].end
		words = [token.text for token in self.tokens[self.start:last]]
		if first in ("break", "continue") or words == ["return"]:
			self.add(begin, end, ";")
		elif first == "return":
			self.of_return(words[1:], self.tokens[self.start + 1].begin, self.tokens[last].begin)
		elif first != "goto" and len(words) > 1 and words[:2] != ["(", "void"] and not self.is_declaration():
			self.add(begin, end, ";")

	def of_return(self, words, begin, end):
		if words == ["EVERYURI_OK"]:
			self.add(begin, end, "1")
		elif len(words) == 1 and words[0] in ("0", "NULL", "true", "false"):
			return # its other value is found as a constant; another pointer than none crashes
		else:
			self.add(begin, end, "0")
			if set(words) & (COMPARISONS | {"&&", "||", "!"}):
				self.add(begin, end, "1")

	# ---- the pass --------------------------------------------------------------------------------------

	def opens(self, i):
		text, before = self.tokens[i].text, self.word(i - 1)
		if text == "(":
			self.headers.append(i if before in CONTROL and self.at_block() else None)
			if not self.open:
				self.name = before
		elif text == "{" and not self.in_function() and before == ")":
			self.open.append("block")
			self.body, self.start = i, None
			return
		elif text == "{" and self.at_block() and (before in (";", "{", "}", "else", "do", ":") or
		                                          (before == ")" and self.blank_before(i))):
			self.open.append("block")
			self.start = None
			return
		elif text == "{":
			enum = any(self.word(k) == "enum" for k in (i - 1, i - 2))
			self.open.append("value" if self.valued or enum or self.in_function() else "other")
			return
		elif text == "[" and not self.open and not self.valued:
			self.name = before
		self.open.append(text)

	def closes(self, i):
		kind = self.open.pop()
		if kind == "(":
			header = self.headers.pop()
			if header is not None:
				if self.word(header - 1) in ("if", "while"):
					self.of_condition(header, i)
				self.start = None
		elif kind == "block":
			self.start = None
			if not self.open:
				lines = [self.text.count("\n", 0, self.tokens[k].begin) + 1 for k in (self.body, i)]
				self.bodies.append(tuple(lines))

	def step(self, i):
		text = self.tokens[i].text
		if self.start is None and text not in "{}":
			self.start, self.valued = i, False
		if text in "([{":
			self.opens(i)
		elif text in ")]}":
			self.closes(i)
		elif text == ";" and (self.at_block() or not self.open):
			if self.in_function():
				self.of_statement(i)
			self.start, self.valued = None, False
		elif text == ":" and self.at_block() and (self.word(self.start) in ("case", "default") or self.start == i - 1):
			self.start = None
		elif text in ("else", "do") and self.at_block():
			self.start = None
		else:
			if text == "=":
				self.valued = True
				if not self.open and self.word(i - 1) != "]":
					self.name = self.word(i - 1)
			if (self.open or self.valued) and self.is_value():
				self.of_token(i)


def other_numbers(text):
	match = re.fullmatch(r"(0[xX])?([0-9a-fA-F]+?)([uUlL]*)", text)
	if not match:
		return []
	base, digits, suffix = match.groups()
	value = int(digits, 16 if base else 10)
	others = [value + 1] + ([value - 1] if value else [])
	return [(f"0x{other:X}" if base else str(other)) + suffix for other in others]


def other_char(text):
	code = ast.literal_eval("b" + text)
	if len(code) != 1:
		return []
	other = chr((code[0] + 1) % 128)
	return [f"'{other}'" if other.isprintable() and other not in "'\\" else str(ord(other))]


def squeezed(text):
	return " ".join(text.split())


def changes(text):
	"""Every change of a source, in the order in which it reads."""
	reader = Reader(text)
	for i in range(len(reader.tokens)):
		reader.step(i)
	made = []
	for begin, end, new, name, body in sorted(set(reader.found), key=lambda each: each[:3]):
		first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
		made.append(Change(begin, end, new, name, None if body is None else reader.bodies[body],
		                   squeezed(text[first:last]), squeezed(text[first:begin] + new + text[end:last])))
	return made
