/** everyuri: any URI, read exactly as each standard from 1993 on says. */

export type Standard =
	'url1993' | 'uri1994' | 'rfc1630' | 'rfc1738' | 'rfc1808' | 'rfc2396' | 'rfc3986' | 'rfc3987' | 'whatwg';
export type Part = 'scheme' | 'user' | 'password' | 'host' | 'port' | 'path' | 'query' | 'fragment';
export type HostKind = 'name' | 'ipv4' | 'ipv6' | 'ipvfuture' | 'opaque' | 'registry' | 'empty';
export type Level = 'simple' | 'syntax' | 'scheme';

/** From one place to another, the second not included. */
export type Span = [begin: number, end: number];

/** What is read.  Texts are answered as what was given: strings for a string, bytes for bytes. */
export type Text = string | Uint8Array;

/** The names of the standards, oldest first, and of the parts, from left to right. */
export const standards: readonly Standard[];
export const parts: readonly Part[];

/** Why an item is refused. */
export interface Refusal {
	/** Which of the call's texts it is about. */
	which: 'text' | 'base';
	/** The first byte of its UTF-8 that no valid text can have there; its length where it ends too soon. */
	at: number;
	/** The same place in UTF-16 units, as a string counts; not for bytes. */
	index?: number;
	/** Where the standard says so, such as "RFC 3986 3.2.2"; empty where none does. */
	clause: string;
	message: string;
}

export interface Refused {
	valid: false;
	error: Refusal;
}

export interface Admitted {
	/** rfc3986 unless named. */
	standard?: Standard;
	/** Accept a partial form too. */
	reference?: boolean;
	/** Accept a zone identifier in an IPv6 address (rfc3986). */
	zone?: boolean;
	/** Resolve as RFC 3986 5.2.2 allows where it is not strict; relate gopher too. */
	loose?: boolean;
}

/** One URI as one standard reads it: as written, nothing decoded; null is absent, "" is there and empty. */
export interface Uri<T extends Text = string> extends Record<Part, T | null> {
	valid: true;
	standard: Standard;
	/** As given; the resolved one with a base; the href under whatwg. */
	text: T;
	hostKind: HostKind | null;
	/** What the scheme's own production names: gtype, selector, group, zone, ... */
	extra: Record<string, T>;
	/** A partial form: it has no scheme. */
	relative: boolean;
	/** "URL:" stands in front. */
	prefixed: boolean;
	/** A partial form that RFC 1808 reads on rfc1738's behalf. */
	byRfc1808: boolean;
	/** Where the parts stand in what was given: in UTF-16 units of a string, bytes of bytes; null where it was rewritten. */
	spans: Partial<Record<Part, Span>> | null;
}

/** Read a text by one standard; resolve it first if there is a base. */
export function parse<T extends Text>(text: T, options?: Admitted & { base?: Text }): Uri<T extends string ? string : T> | Refused;

/** The verdict alone. */
export function check(text: Text, options?: Admitted): { valid: true } | Refused;

/** What several standards make of one text, held against each other. */
export interface Comparison<T extends Text = string> {
	/** Some accept it, and those agree on scheme, user, host, port and path. */
	agree: boolean;
	/** The first part in which two of them differ. */
	first: Part | null;
	accepted: Standard[];
	readings: Partial<Record<Standard, Uri<T> | Refused>>;
	/** Where nobody was asked: it is no text, or too long. */
	error?: Refusal;
}

export function compare<T extends Text>(
	text: T, options?: Omit<Admitted, 'standard'> & { standards?: readonly Standard[] }
): Comparison<T extends string ? string : T>;

/** A place of an explanation's text, in bytes and, where a string was given, in UTF-16 units. */
export interface Place {
	bytes: Span | null;
	units?: Span | null;
}

/** One URI explained, for people; bytes that are no UTF-8 are U+FFFD in it. */
export interface Explanation {
	standard: Standard;
	/** Whether the standard that is drawn accepts it; if not, error says why, counted in text. */
	valid: boolean;
	error?: Refusal;
	/** What is drawn: as given, with *** for a secret, or as the standard has rewritten it. */
	text: string;
	masked: boolean;
	/** All of text, in order; part is null between two parts. */
	pieces: (Place & { part: Part | null; text: string })[];
	agree: boolean;
	/** Do the readings agree, in a sentence. */
	summary: string;
	/** What its first escapes above %7F decode to, by whom. */
	characters: string | null;
	readings: ({ standard: Standard } & (({ valid: true; text: string } & Record<Part, string | null>) | Refused))[];
	/** What access would do, step by step; instead: for how many steps this one stands in if they are refused. */
	plan: { step: string; words: string; instead: number }[] | null;
	/** Why there is no plan. */
	refusal?: Refusal;
	/** What to be careful of. */
	dangers: (Place & { sentence: string })[];
	/** Whether it is fit to be passed on. */
	passOn: string;
}

export function explain(
	text: Text,
	options?: { standard?: Standard; standards?: readonly Standard[]; zone?: boolean; secrets?: boolean; ascii?: boolean }
): Explanation;

/** A partial form made full: parse with a base. */
export function resolve<T extends Text>(reference: T, base: Text, options?: Admitted): Uri<T extends string ? string : T> | Refused;

/** The shortest partial form that resolves, with this base, to text. */
export function relate<T extends Text>(
	text: T, base: Text, options?: Admitted
): { valid: true; text: T extends string ? string : T } | Refused;

/** The canonical form at a level: syntax unless named. */
export function normalize<T extends Text>(
	text: T, options?: Admitted & { level?: Level }
): { valid: true; text: T extends string ? string : T } | Refused;

/** Have two the same canonical form? */
export function same(a: Text, b: Text, options?: { standard?: Standard; level?: Level }): { valid: true; same: boolean } | Refused;
