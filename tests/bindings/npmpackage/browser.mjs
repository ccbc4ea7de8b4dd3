// browser.mjs PACKAGE VECTORS - the same in a page of Chromium, from a server on this machine.
// Wants CHROMIUM, and MODULES (npm's packages).
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const [, , folder, file] = process.argv;
const here = path.dirname(new URL(import.meta.url).pathname);
const { chromium } = createRequire(path.join(process.env.MODULES, 'x.js'))('playwright-core');
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.gz': 'application/gzip' };

// /package/ has the package; /encoded/ too, by a server that says what is packed; /without/ has no module.
function served(request, response) {
	const [, where, name] = request.url.split('/');
	const type = TYPES[path.extname(name ?? '')];
	if (!where) {
		response.setHeader('content-type', 'text/html').end('<!doctype html><title>everyuri</title>');
		return;
	}
	try {
		if (where === 'without' && name.endsWith('.gz'))
			throw new Error('it is not there');
		const text = where === 'vectors' ? readFileSync(file) : readFileSync(path.join(where === 'tests' ? here : folder, path.basename(name)));
		if (where === 'encoded' && name.endsWith('.gz'))
			response.setHeader('content-encoding', 'gzip');
		response.setHeader('content-type', type ?? 'application/json').end(text);
	} catch {
		response.writeHead(404).end();
	}
}

async function inPage() {
	const { alike, answers } = await import('/tests/play.mjs');
	const { tried, watched } = await import('/tests/tried.mjs');
	const vectors = await (await fetch('/vectors/')).json(), points = [];
	const ok = (good, name, ...details) => points.push([!!good, name, details.map(detail => JSON.stringify(detail) ?? '')]);
	const instances = watched();
	const everyuri = await import('/package/index.js');
	const wrong = alike(everyuri, vectors);
	ok(wrong.length === 0, 'strings and bytes give the same results', wrong.slice(0, 20));
	tried(everyuri, ok, instances, 4 << 20);
	const encoded = await import('/encoded/index.js');
	ok(encoded.check('http://h/').valid, 'a server may send the module with Content-Encoding');
	const missing = await import('/without/index.js').catch(error => String(error));
	ok(String(missing).includes('status 404'), 'a missing module is an error of the import', String(missing));
	return { answers: answers(everyuri, vectors), points };
}

const server = createServer(served);
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
	const page = await browser.newPage(), said = [];
	page.on('pageerror', error => said.push(String(error)));
	await page.goto(`http://127.0.0.1:${server.address().port}/`);
	const found = await page.evaluate(inPage);
	found.points.push([said.length === 0, 'the page has no error', said]);
	console.log(JSON.stringify(found));
} finally {
	await browser.close();
	server.close();
}
