// memory.mjs PACKAGE - where an engine gives the module 16 MiB (--wasm-max-mem-pages=256) and no more.  Writes JSON: the points.
import { pathToFileURL } from 'node:url';

const everyuri = await import(pathToFileURL(`${process.argv[2]}/index.js`)), points = [];
const ok = (good, name, ...details) => points.push([!!good, name, details.map(detail => JSON.stringify(detail) ?? '')]);
const text = 'http://h/' + '\u{e4}'.repeat(4e6);

ok(everyuri.check(text, { standard: 'whatwg' }).valid, 'an item of 8 MB fits');
for (const name of ['parse', 'compare', 'explain', 'normalize']) {
	const found = everyuri[name](text, { standard: 'whatwg' });
	ok(found.error?.message === 'out of memory' && !found.valid, `${name}: its result does not, and the error says so`, found.error);
	ok(everyuri[name]('http://h/', { standard: 'whatwg' }).error === undefined, `${name}: and the next call works`);
}
ok(everyuri.check('x'.repeat(40e6)).error?.message === 'out of memory', 'an item of 40 MB does not fit either');
ok(everyuri.check('http://h/').valid, 'and the next one does');
console.log(JSON.stringify({ points }));
