// index.js - everyuri over WebAssembly, for Node.js and browsers; index.d.ts documents it.
//
// A call copies a text into the module's memory, passes options as numbers, and reads the result from the structs of
// calls.c.  No text makes a call throw; an unknown standard, part or level does.

const KEPT = 4 << 20; // bytes of memory kept between calls
const LARGEST = 0xffffffff; // highest address
const LONGEST = 0x1fffffe8; // longest string of the engine with the lowest limit
const encoder = new TextEncoder();
const WORDS = { standard: 0, part: 1, hostKind: 2, extra: 3 };
const ADMIT = { reference: 1, zone: 2, loose: 4 };
const EXPLAIN = { secrets: 0x1000, ascii: 0x2000 };
const LEVELS = ['simple', 'syntax', 'scheme'];
const ABSENT = 0xffffffff;

// ---- the module and its memory ------------------------------------------------------------------------------------

async function loaded(url) {
	let bytes;
	if (url.protocol === 'file:') {
		const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
		bytes = await readFile(url);
	} else {
		const response = await fetch(url);
		if (!response.ok)
			throw new Error(`everyuri: ${url} is not there: status ${response.status}`);
		bytes = new Uint8Array(await response.arrayBuffer());
	}
	// Some servers send a .gz file with Content-Encoding: gzip.  The browser has then already unpacked it.
	if (bytes[0] === 0x1f)
		bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
	return WebAssembly.compile(bytes);
}

const module = await loaded(new URL('./everyuri.wasm.gz', import.meta.url));
let library, places, view;
enter(await WebAssembly.instantiate(module));

function enter(instance) {
	library = instance.exports;
	view = new DataView(library.memory.buffer);
	places = library.found();
}

// Linear memory never shrinks, so a new instance replaces this one after a call that needed much memory.
function giveBack() {
	if (library.memory.buffer.byteLength <= KEPT)
		return;
	try {
		enter(new WebAssembly.Instance(module));
	} catch {
		// An engine that cannot instantiate synchronously keeps the large instance.
	}
}

const bytesOf = (at, length) => new Uint8Array(library.memory.buffer, at, length);
const number = at => {
	if (view.buffer !== library.memory.buffer)
		view = new DataView(library.memory.buffer);
	return view.getUint32(at, true);
};
const place = index => number(places + 4 * index); // one of the addresses that found() lists
const FOUND = { uri: 0, error: 1, comparison: 2, buf: 3, same: 4 };

class TooLong extends Error {}

function decoded(bytes) {
	if (bytes.length > LONGEST)
		throw new TooLong();
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function staticText(at) {
	const bytes = bytesOf(at);
	return decoded(bytes.subarray(0, bytes.indexOf(0)));
}

function words(kind) {
	const list = [];
	for (let at; (at = library.word(WORDS[kind], list.length)) !== 0;)
		list.push(staticText(at));
	return list;
}

export const standards = Object.freeze(words('standard'));
export const parts = Object.freeze(words('part'));
const HOST_KINDS = words('hostKind'), EXTRAS = words('extra');

// ---- arguments ------------------------------------------------------------------------------------------------------

function numberOf(list, name, what) {
	const index = list.indexOf(name);
	if (index < 0)
		throw new RangeError(`unknown ${what} "${String(name)}"; choose from ${list.join(' ')}`);
	return index;
}

// Array.prototype.map passes an index as options; a number has none of these properties, so it has no effect.
const asked = options => options ?? {};
const standardOf = options => numberOf(standards, options.standard ?? 'rfc3986', 'standard');
const flagsOf = options => Object.entries(ADMIT).reduce((flags, [name, bit]) => flags | (options[name] ? bit : 0), 0);
const setOf = names => names.reduce((bits, name) => bits | 1 << numberOf(standards, name, 'standard'), 0);

// Returns a text as bytes.  `ascii` means that offsets in bytes and in UTF-16 units are the same.
function itemOf(given) {
	if (typeof given === 'string') {
		const lone = given.search(/\p{Surrogate}/u), whole = lone < 0 ? given : given.slice(0, lone);
		const bytes = encoder.encode(whole);
		return { given, bytes, isText: true, ascii: bytes.length === whole.length, lone };
	}
	if (given instanceof Uint8Array)
		return { given, bytes: given, isText: false, ascii: false, lone: -1 };
	return null;
}

// Returns the number of UTF-16 units before a byte, or before the character that contains the byte.
function unitsBefore(item, at) {
	if (item.ascii)
		return at;
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(item.bytes.subarray(0, at), { stream: true }).length;
}

function refused(item, which, at, message, clause = '') {
	const error = { which, at, clause, message };
	if (item?.isText !== false)
		error.index = item ? unitsBefore(item, at) : 0;
	return { valid: false, error };
}

// Returns the contents of a struct everyuri_error.
const refusedBy = (item, which, error) =>
	refused(item, which, number(error + 8), staticText(number(error + 16)), staticText(number(error + 12)));

// Passes one or two texts to the module.  `call` calls it, `answer` reads the result.
function ask(given, givenBase, call, answer) {
	const item = itemOf(given), base = givenBase === undefined ? null : itemOf(givenBase);
	for (const [one, which] of [[item, 'text'], ...(givenBase === undefined ? [] : [[base, 'base']])]) {
		if (!one)
			return refused(one, which, 0, 'neither a string nor bytes');
		if (one.lone >= 0)
			return refused(one, which, one.bytes.length, 'a lone surrogate is no character');
	}
	const length = item.bytes.length, total = length + (base ? base.bytes.length : 0);
	try {
		const at = total < LARGEST ? library.begin(length, total - length) >>> 0 : 0;
		if (!at)
			return refused(item, 'text', 0, total < LARGEST ? 'out of memory' : 'too long');
		bytesOf(at, length).set(item.bytes);
		if (base)
			bytesOf(at + length, total - length).set(base.bytes);
		if (call() === 0)
			return answer(item, at);
		const error = place(FOUND.error), ofBase = base && number(error + 4);
		return refusedBy(ofBase ? base : item, ofBase ? 'base' : 'text', error);
	} catch (error) {
		if (error instanceof TooLong)
			return refused(item, 'text', 0, 'too long');
		throw error;
	} finally {
		giveBack();
	}
}

// ---- results ----------------------------------------------------------------------------------------------------------

// Returns bytes of the module's memory, as a string if the argument was one.
const textOf = (item, at, length) => item.isText ? decoded(bytesOf(at, length)) : bytesOf(at, length).slice();

// Returns the contents of a struct everyuri_uri.  It has spans if its text is that of the argument.
function record(item, uri, begin) {
	const text = number(uri), length = number(uri + 4), [standard, hostKind] = bytesOf(uri + 8, 2);
	const flags = number(uri + 8) >>> 16, same = begin === text && length === item.bytes.length;
	const found = { valid: true, standard: standards[standard], text: same ? item.given : textOf(item, text, length) };
	const spans = {}, extra = {};
	const view = at => {
		const from = number(at), to = number(at + 4);
		if (from === ABSENT)
			return [null, null];
		if (!same || !item.isText)
			return [textOf(item, text + from, to - from), [from, to]];
		const span = [unitsBefore(item, from), unitsBefore(item, to)];
		return [item.given.slice(...span), span];
	};
	parts.forEach((name, k) => {
		let span;
		[found[name], span] = view(uri + 12 + 8 * k);
		if (span)
			spans[name] = span;
	});
	found.hostKind = HOST_KINDS[hostKind] || null;
	for (let k = 0, at = uri + 80; k < bytesOf(uri + 76, 1)[0]; k++, at += 12)
		extra[EXTRAS[number(at) & 0xffff]] = view(at + 4)[0];
	return Object.assign(found, { extra, relative: !!(flags & 1), prefixed: !!(flags & 4), byRfc1808: !!(flags & 8),
	                              spans: same ? spans : null });
}

const result = item => {
	const buf = place(FOUND.buf);
	return { valid: true, text: textOf(item, number(buf), number(buf + 4)) };
};

export function parse(text, options) {
	const o = asked(options), standard = standardOf(o), flags = flagsOf(o), based = o.base !== undefined;
	return ask(text, o.base, () => library.parse(standard, flags, based ? 1 : 0),
	           (item, at) => record(item, place(FOUND.uri), at));
}

export function check(text, options) {
	const o = asked(options), standard = standardOf(o), flags = flagsOf(o);
	return ask(text, undefined, () => library.check(standard, flags), () => ({ valid: true }));
}

export function compare(text, options) {
	const o = asked(options), set = setOf(o.standards ?? standards), flags = flagsOf(o);
	const found = ask(text, undefined, () => library.compare(set, flags), (item, at) => {
		const found = place(FOUND.comparison), readings = {}, accepted = [];
		standards.forEach((name, s) => {
			const one = found + 12 + 208 * s, error = one + 180;
			if (!(number(found) >>> s & 1))
				return;
			readings[name] = number(one) === 0 ? record(item, one + 4, at) :
				refusedBy(item, 'text', error);
			if (readings[name].valid)
				accepted.push(name);
		});
		const [agree, first] = bytesOf(found + 8, 2);
		return { agree: !!agree, first: parts[first] ?? null, accepted, readings };
	});
	return found.error ? { agree: false, first: null, accepted: [], readings: {}, error: found.error } : found;
}

export function explain(text, options) {
	const o = asked(options), standard = standardOf(o), flags = (o.secrets ? EXPLAIN.secrets : 0) | (o.ascii ? EXPLAIN.ascii : 0);
	const set = setOf(o.standards ?? standards);
	const found = ask(text, undefined, () => library.explain(standard, set, o.zone ? ADMIT.zone : 0, flags), item => {
		const buf = place(FOUND.buf), told = JSON.parse(decoded(bytesOf(number(buf), number(buf + 4))));
		const drawn = itemOf(told.text), errors = [told.error, told.refusal, ...told.readings.map(reading => reading.error)];
		for (const error of errors.filter(Boolean)) {
			error.which = 'text';
			if (item.isText)
				error.index = unitsBefore(error === told.error ? drawn : item, error.at);
		}
		for (const one of item.isText ? [...told.pieces, ...told.dangers] : [])
			one.units = one.bytes && one.bytes.map(at => unitsBefore(drawn, at));
		return told;
	});
	return found.readings ? found : { standard: standards[standard], text: '', masked: false, pieces: [], agree: false, summary: '',
	                                  characters: null, readings: [], plan: null, dangers: [], passOn: '', ...found };
}

// ---- other calls that every binding has ---------------------------------------------------------------------------------

const levelOf = options => numberOf(LEVELS, options.level ?? 'syntax', 'level');

export function resolve(reference, base, options) {
	return parse(reference, { ...asked(options), base: base ?? null });
}

export function relate(text, base, options) {
	const o = asked(options), standard = standardOf(o), flags = flagsOf(o);
	return ask(text, base ?? null, () => library.relate(standard, flags), result);
}

export function normalize(text, options) {
	const o = asked(options), standard = standardOf(o), flags = flagsOf(o), level = levelOf(o);
	return ask(text, undefined, () => library.normalize(standard, flags, level), result);
}

export function same(a, b, options) {
	const o = asked(options), standard = standardOf(o), level = levelOf(o);
	return ask(a, b ?? null, () => library.same(standard, level), () => ({ valid: true, same: !!number(place(FOUND.same)) }));
}
