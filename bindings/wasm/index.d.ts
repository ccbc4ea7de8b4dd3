/** everyuri: parse, compare and explain URIs by nine standards, from the 1993 draft to the WHATWG URL Standard. */

export type Standard =
	'url1993' | 'uri1994' | 'rfc1630' | 'rfc1738' | 'rfc1808' | 'rfc2396' | 'rfc3986' | 'rfc3987' | 'whatwg';
export type Part = 'scheme' | 'user' | 'password' | 'host' | 'port' | 'path' | 'query' | 'fragment';
export type HostKind = 'name' | 'ipv4' | 'ipv6' | 'ipvfuture' | 'opaque' | 'registry' | 'empty';
export type Level = 'simple' | 'syntax' | 'scheme';

/** A half-open range of offsets. */
export type Span = [begin: number, end: number];

/** A text.  Results have the type of the argument: strings for a string, bytes for bytes. */
export type Text = string | Uint8Array;

/** The names of the standards, oldest first, and of the parts, from left to right. */
export const standards: readonly Standard[];
export const parts: readonly Part[];

/** Why a text is refused. */
export interface Refusal {
	/** Which argument has the error. */
	which: 'text' | 'base';
	/** Offset of the first byte, in UTF-8, that no valid text can have there; the length if the text is incomplete. */
	at: number;
	/** The same offset in UTF-16 units, for a string. */
	index?: number;
	/** The clause of the standard, such as "RFC 3986 3.2.2"; empty if there is none. */
	clause: string;
	message: string;
}

export interface Refused {
	valid: false;
	error: Refusal;
}

export interface Admitted {
	/** The default is rfc3986. */
	standard?: Standard;
	/** Accept a relative reference, too. */
	reference?: boolean;
	/** Accept a zone identifier in an IPv6 address (rfc3986). */
	zone?: boolean;
	/** Resolve like a parser that is not strict (RFC 3986 5.2.2); relate gopher, too. */
	loose?: boolean;
}

/** A URI, parsed by one standard.  Parts are as written, not decoded; null is absent, "" is empty. */
export interface Uri<T extends Text = string> extends Record<Part, T | null> {
	valid: true;
	standard: Standard;
	/** As given; the resolved one with a base; the href under whatwg. */
	text: T;
	hostKind: HostKind | null;
	/** Scheme-specific pieces: gtype, selector, group, zone, ... */
	extra: Record<string, T>;
	/** It has no scheme. */
	relative: boolean;
	/** The text begins with "URL:". */
	prefixed: boolean;
	/** A relative reference that rfc1738 leaves to RFC 1808. */
	byRfc1808: boolean;
	/** Ranges of the parts in the argument: in UTF-16 units of a string, or bytes; null if the text was rewritten. */
	spans: Partial<Record<Part, Span>> | null;
}

/** Parse a text by one standard; resolve it first if there is a base. */
export function parse<T extends Text>(text: T, options?: Admitted & { base?: Text }): Uri<T extends string ? string : T> | Refused;

/** Is the text valid? */
export function check(text: Text, options?: Admitted): { valid: true } | Refused;

/** The results of several standards for one text. */
export interface Comparison<T extends Text = string> {
	/** Some accept it, and those agree on scheme, user, host, port and path. */
	agree: boolean;
	/** The first part in which two of them differ. */
	first: Part | null;
	accepted: Standard[];
	readings: Partial<Record<Standard, Uri<T> | Refused>>;
	/** Set if no standard was tried: the argument is not a text, or too long. */
	error?: Refusal;
}

export function compare<T extends Text>(
	text: T, options?: Omit<Admitted, 'standard'> & { standards?: readonly Standard[] }
): Comparison<T extends string ? string : T>;

/** A range of the text of an explanation, in bytes and, if the argument was a string, in UTF-16 units. */
export interface Place {
	bytes: Span | null;
	units?: Span | null;
}

/** An explanation of a URI, for people; bytes that are not UTF-8 become U+FFFD. */
export interface Explanation {
	standard: Standard;
	/** Whether `standard` accepts it; if not, error has the reason, with offsets in text. */
	valid: boolean;
	error?: Refusal;
	/** The text: as given, with *** for a secret, or as the standard rewrites it. */
	text: string;
	masked: boolean;
	/** All of text, in order; part is null between two parts. */
	pieces: (Place & { part: Part | null; text: string })[];
	agree: boolean;
	/** A sentence: do the standards agree? */
	summary: string;
	/** What the first escapes above %7F decode to, by which standard. */
	characters: string | null;
	readings: ({ standard: Standard } & (({ valid: true; text: string } & Record<Part, string | null>) | Refused))[];
	/** The steps to access it.  instead: this step is a fallback for that many steps. */
	plan: { step: string; words: string; instead: number }[] | null;
	/** The error, if there is no plan. */
	refusal?: Refusal;
	/** Dangers. */
	dangers: (Place & { sentence: string })[];
	/** Whether it can be passed on to others. */
	passOn: string;
}

export function explain(
	text: Text,
	options?: { standard?: Standard; standards?: readonly Standard[]; zone?: boolean; secrets?: boolean; ascii?: boolean }
): Explanation;

/** Resolve a relative reference: parse with a base. */
export function resolve<T extends Text>(reference: T, base: Text, options?: Admitted): Uri<T extends string ? string : T> | Refused;

/** The shortest reference that resolves, with this base, to text. */
export function relate<T extends Text>(
	text: T, base: Text, options?: Admitted
): { valid: true; text: T extends string ? string : T } | Refused;

/** The canonical form; the default level is syntax. */
export function normalize<T extends Text>(
	text: T, options?: Admitted & { level?: Level }
): { valid: true; text: T extends string ? string : T } | Refused;

/** Have two the same canonical form? */
export function same(a: Text, b: Text, options?: { standard?: Standard; level?: Level }): { valid: true; same: boolean } | Refused;
