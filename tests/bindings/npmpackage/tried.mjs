// tried.mjs - promises of the package besides the vectors.  Runs in Node.js and in a page.
// `ok(good, name, ...details)` takes the points; `instances` has each instance of the module that was made.

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function thrown(call) {
	try {
		call();
		return null;
	} catch (error) {
		return error.name;
	}
}

function offsets(everyuri, ok) {
	const error = (text, options) => everyuri.check(text, options).error;
	ok(same(everyuri.check('http://h/a b'), { valid: false, error: { which: 'text', at: 10, clause: 'RFC 3986 2.1', message: 'space must be encoded',
	                                                                 index: 10 } }), 'check: the byte, the clause, the words');
	// U+00E4 is two bytes and one unit, U+1F600 four and two.
	const place = error('http://h/\u{e4}\u{1f600} b', { standard: 'rfc3987' });
	ok(place.at === 15 && place.index === 12, 'an error has offsets in bytes and in UTF-16 units', place);
	ok(error('http://\u{e4}/\u{1f600}b').index === 7, 'rfc3986: the first character that is not ASCII');
	const inside = error('http://h/\u{e4}\u{e000}', { standard: 'rfc3987' });
	ok(inside.index === 10, 'an offset inside a character is that of the character in units', inside);
	ok(error(new TextEncoder().encode('http://h/a b')).index === undefined, 'for bytes there are no units');
	const uri = everyuri.parse('http://j\u{f6}e@h/\u{1f600}?q', { standard: 'rfc3987' });
	ok(uri.path === '/\u{1f600}' && same(uri.spans.path, [12, 15]) && same(uri.spans.query, [16, 17]), 'spans are in units of the string', uri.spans);
	const bytes = everyuri.parse(new TextEncoder().encode('http://j\u{f6}e@h/'), { standard: 'rfc3987' });
	ok(bytes.user instanceof Uint8Array && bytes.user.length === 4 && same(bytes.spans.host, [12, 13]), 'bytes give bytes, with offsets in bytes');
	ok(everyuri.parse('http://H/\u{e4}', { standard: 'whatwg' }).spans === null, 'a rewritten text has no spans');
	ok(everyuri.relate('http://h/a/\u{feff}x', 'http://h/a/b', { standard: 'rfc3987' }).text === '\u{feff}x' &&
	   error('\u{feff} ', { standard: 'rfc3987', reference: true }).index === 1 &&
	   everyuri.parse('\u{feff}x').error.at === 0 && everyuri.parse('http://h/\u{feff}', { standard: 'rfc3987' }).path === '/\u{feff}',
	   'a byte order mark is a character as others');
	const based = everyuri.parse('g', { base: 'http://h/ ' });
	ok(based.error?.which === 'base' && based.error.at === 9, 'an error of the base says so', based);
}

function hostile(everyuri, ok) {
	const bad = [undefined, null, true, 0, NaN, 1n, Symbol('x'), {}, [], () => 0, new Date(), new Uint16Array(3), '', '\0', '\ud800', 'x:\udc00',
	             'http://h/\ud83d', new Uint8Array(), Uint8Array.of(0xff, 0x3a), '%', 'http://[', '\u{10ffff}', '://', 'a'.repeat(70000),
	             'http://h/?' + '&'.repeat(70000), '\x01'.repeat(999)];
	const calls = { parse: [], check: [], explain: [], compare: [], normalize: [], relate: ['x:'], resolve: ['http://h/'], same: ['x:'] };
	const threw = [], silent = [];
	for (const [name, more] of Object.entries(calls))
		for (const item of bad)
			for (const standard of everyuri.standards)
				for (const swapped of more.length ? [false, true] : [false]) {
					const given = swapped ? [...more, item] : [item, ...more];
					try {
						const found = everyuri[name](...given, name === 'compare' ? { standards: [standard] } : { standard });
						if (found.valid === false && !found.error || found.error && typeof found.error.at !== 'number')
							silent.push([name, String(item)]);
					} catch (error) {
						threw.push([name, String(item).slice(0, 20), String(error)]);
					}
				}
	ok(threw.length === 0, 'no text makes a call throw', threw.slice(0, 3));
	ok(silent.length === 0, 'and each refusal has a message', silent.slice(0, 3));
	ok(everyuri.check(new Uint16Array(3)).error.message === 'neither a string nor bytes', 'an argument that is neither is refused');
	ok(everyuri.parse('http://h/\u{e4}\ud800').error.at === 11 && everyuri.parse('http://h/\u{e4}\ud800').error.index === 10,
	   'a lone surrogate is refused where it stands');
	ok(same(['x:', null, 'http://h/ '].map(everyuri.check).map(found => found.valid), [true, false, false]), 'a call can be passed to map');
	ok(['standard', 'level'].every(name => thrown(() => everyuri.normalize('x:', { [name]: 'rfc9' })) === 'RangeError') &&
	   thrown(() => everyuri.compare('x:', { standards: ['rfc9'] })) === 'RangeError', 'a name that does not exist is a RangeError');
}

function answers(everyuri, ok) {
	const found = everyuri.compare('http://user@host/');
	ok(!found.agree && found.first === 'user' && found.accepted.length === 8 && found.readings.rfc1738.error.at === 11 &&
	   found.readings.rfc3986.user === 'user' && found.readings.whatwg.host === 'host', 'compare: the result of each standard');
	ok(same(Object.keys(everyuri.compare('x:', { standards: ['whatwg', 'rfc1738'] }).readings), ['rfc1738', 'whatwg']), 'compare: only the requested standards');
	const uri = everyuri.parse('ftp://u:p@h/a;type=i', { standard: 'rfc1738' });
	ok(uri.password === 'p' && uri.query === null && uri.extra.type === 'i' && uri.hostKind === 'name', 'parse: parts, absent ones, the own pieces');
	const told = everyuri.explain('http://www.bank.example:s\u{e9}cret@0x7f.1/', { standard: 'whatwg' });
	ok(told.masked && !JSON.stringify(told).includes('cret'), 'explain: the password is nowhere in it');
	const drawn = everyuri.explain('http://\u{1f600}:p@h:8080/\u{e9}#\u{e9}', { standard: 'rfc3987', standards: ['whatwg'] });
	ok(drawn.valid && drawn.pieces.map(piece => piece.text).join('') === drawn.text &&
	   drawn.pieces.every(piece => drawn.text.slice(...piece.units) === piece.text), 'explain: its pieces are all of the text', drawn.pieces);
	ok(drawn.dangers.some(({ units }) => units && drawn.text.slice(...units) === '8080'), 'explain: a danger is shown where it is', drawn.dangers);
	ok(told.plan[0].step === 'connect' && told.dangers.some(({ sentence }) => sentence.includes('looks like a host')), 'explain: plan and dangers');
	ok(everyuri.explain('http://u:cret@h/', { secrets: true }).text.includes('cret'), 'explain: secrets are shown when asked for');
	const wrong = everyuri.explain('http://u:\u{e4}pw@h/\u{e4} b', { standard: 'rfc3987' });
	ok(!wrong.valid && wrong.text.slice(wrong.error.index, wrong.error.index + 2) === ' b' && wrong.error.at === wrong.error.index + 1 && wrong.readings.length === 9 && wrong.plan === null, 'explain: what is refused is explained too');
	ok(everyuri.explain('telnet://h:25/').refusal?.message.length > 0, 'explain: a refused plan has a message');
	ok(everyuri.explain(Uint8Array.of(0x78, 0x3a, 0xff)).text === 'x:\ufffd', 'explain: bytes that are not UTF-8 are shown as U+FFFD');
}

function long(everyuri, ok, instances, length) {
	const held = () => instances.at(-1).exports.memory.buffer.byteLength, few = 4 << 20;
	const text = 'http://h/' + '\u{e4}'.repeat(length);
	ok(held() <= few, 'the module holds less than 4 MiB', held());
	ok(everyuri.check(text, { standard: 'rfc3987' }).valid, `an item of ${2 * length} bytes is read`);
	const uri = everyuri.parse(text, { standard: 'whatwg' });
	ok(uri.valid && uri.path.length === 6 * length + 1, 'and rewritten');
	ok(everyuri.compare(text).readings.rfc3987.path === text.slice(8), 'and compared');
	ok(everyuri.check(text + ' ', { standard: 'rfc3987' }).error.index === text.length, 'and refused at its end');
	ok(instances.length > 1 && held() <= few, 'its memory is freed', instances.length, held());
	ok(everyuri.check('http://h/').valid && everyuri.parse('x:y').path === 'y', 'and the next call works');
	const made = instances.length;
	for (let i = 0; i < 1000; i++)
		everyuri.compare('http://h/' + 'a'.repeat(i));
	ok(instances.length === made && held() <= few, 'short ones need no more');
}

export function tried(everyuri, ok, instances, length) {
	offsets(everyuri, ok);
	hostile(everyuri, ok);
	answers(everyuri, ok);
	long(everyuri, ok, instances, length);
}

// To be called before the package is imported.  Returns: the instances that are made from now on.
export function watched() {
	const instances = [], { instantiate, Instance } = WebAssembly;
	WebAssembly.instantiate = async (...given) => {
		const made = await instantiate(...given);
		instances.push(made);
		return made;
	};
	WebAssembly.Instance = function(...given) {
		const made = new Instance(...given);
		instances.push(made);
		return made;
	};
	return instances;
}
