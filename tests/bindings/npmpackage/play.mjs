// play.mjs - the questions of the vectors, asked of the package: hexadecimal in, hexadecimal out.
// Runs in Node.js and in a page; vectors.py holds the answers against what is expected.
const encoder = new TextEncoder();

export const fromHex = hex => Uint8Array.from(hex.match(/../g) ?? [], pair => parseInt(pair, 16));
export const toHex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = text => typeof text === 'string' ? encoder.encode(text) : text;

// "valid|name=value|...", from an answer in the order of the command's JSON.
export function told(everyuri, found) {
	const pairs = [[found.relative, 'relative', 'true'], [found.prefixed, 'prefix', 'URL:'], [found.byRfc1808, 'by', 'rfc1808']]
		.filter(([is]) => is).map(([, name, value]) => [name, value]);
	for (const part of everyuri.parts)
		if (found[part] !== null)
			pairs.push([part, found[part]]);
	if (found.hostKind)
		pairs.push(['host_kind', found.hostKind]);
	pairs.push(...Object.entries(found.extra));
	return toHex(bytesOf('valid')) + pairs.map(([name, value]) => toHex(bytesOf(`|${name}=`)) + toHex(bytesOf(value))).join('');
}

function answer(everyuri, vector) {
	const { question, standard, level } = vector, options = { standard, level };
	const text = fromHex(vector.input), base = fromHex(vector.base);
	if (vector.flags)
		options[vector.flags] = true;
	if (question === 'parse') {
		const found = everyuri.parse(text, options);
		return found.valid ? told(everyuri, found) : toHex(bytesOf(`invalid|at=${found.error.at}`));
	}
	const found = question === 'normalize' ? everyuri.normalize(text, options) : everyuri[question](text, base, options);
	if (!found.valid)
		return toHex(bytesOf('invalid'));
	return toHex(bytesOf(question === 'same' ? (found.same ? 'same' : 'different') : found.text));
}

export const answers = (everyuri, vectors) => vectors.map(vector => answer(everyuri, vector));

// A string is read as its bytes are: the places, the parts, the spans.
export function alike(everyuri, vectors) {
	const wrong = [], decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	for (const vector of vectors.filter(({ question }) => question === 'parse')) {
		const options = { standard: vector.standard, ...(vector.flags && { [vector.flags]: true }) }, bytes = fromHex(vector.input);
		let text;
		try {
			text = decoder.decode(bytes);
		} catch {
			continue;
		}
		const one = everyuri.parse(text, options), other = everyuri.parse(bytes, options);
		const before = at => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, at), { stream: true });
		if (!one.valid || !other.valid) {
			if (one.valid !== other.valid || one.error.at !== other.error.at ||
			    text.slice(0, one.error.index) !== before(other.error.at))
				wrong.push(vector.id);
			continue;
		}
		if (told(everyuri, one) !== told(everyuri, other))
			wrong.push(vector.id);
		for (const part of everyuri.parts)
			if (one.spans?.[part] && text.slice(...one.spans[part]) !== one[part])
				wrong.push(`${vector.id}: where ${part} is`);
	}
	return wrong;
}
