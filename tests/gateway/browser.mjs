// browser.mjs - a walk through the gateway in Chromium, as its user would make it, in TAP.
// Wants ORIGIN, CHROMIUM, MODULES (npm's packages), SHOTS (a folder), and the ports of the servers behind it.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const { ORIGIN, CHROMIUM, MODULES, SHOTS, GOPHER, FTP, NEWS, FILES } = process.env;
const require = createRequire(path.join(MODULES, 'x.js'));
const { chromium } = require('playwright-core');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const HOST = '127.0.0.1';
let points = 0, failed = 0;

function ok(good, name, ...details) {
	points++;
	failed += !good;
	console.log(`${good ? 'ok' : 'not ok'} ${points} - ${name}`);
	if (!good)
		for (const detail of details)
			console.log(`# ${JSON.stringify(detail)?.slice(0, 600)}`);
}

function skip(name, reason) {
	points++;
	console.log(`ok ${points} - ${name} # SKIP ${reason}`);
}

const address = uri => `${ORIGIN}/${encodeURIComponent(uri)}`;

// ---- one page and what it must keep ---------------------------------------------------------------

class Walk {
	constructor(browser) {
		this.browser = browser;
	}

	async begin(options = {}) {
		this.context = await this.browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
		this.page = await this.context.newPage();
		this.said = [];
		this.strangers = [];
		this.page.on('console', message => {
			// A status that is meant to be one is told on the console, and so is what a sandbox stops.
			if (['error', 'warning'].includes(message.type()) &&
			    !/status of [45]\d\d|Blocked script execution/.test(message.text()))
				this.said.push(message.text());
		});
		this.page.on('pageerror', error => this.said.push(String(error)));
		this.page.on('request', request => {
			if (!request.url().startsWith(ORIGIN) && !request.url().startsWith('data:'))
				this.strangers.push(request.url());
		});
	}

	async end(name) {
		ok(this.said.length === 0, `${name}: nothing on the console`, this.said);
		ok(this.strangers.length === 0, `${name}: no request to anywhere else`, this.strangers);
		await this.context.close();
	}

	async go(where) {
		return this.page.goto(where, { waitUntil: 'load' });
	}

	text() {
		return this.page.evaluate(() => document.body.innerText);
	}

	async has(words, name) {
		const text = await this.text();
		ok(words.every(word => text.includes(word)), name, words, text.slice(0, 500));
	}

	// A link by its words.
	async follow(words, among = 'main a') {
		await Promise.all([this.page.waitForNavigation({ waitUntil: 'load' }),
		                   this.page.locator(among, { hasText: words }).first().click()]);
	}

	// What there is to see of it, at most a window.
	async shot(name) {
		const { width, height } = this.page.viewportSize();
		const used = await this.page.evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
		await this.page.screenshot({ path: path.join(SHOTS, `${name}.png`),
		                             clip: { x: 0, y: 0, width, height: Math.min(height, Math.max(used, 200)) } });
	}

	// axe-core is put in by the debugger's protocol, past the page's policy, which forbids all scripts but its own.
	async accessible(name) {
		await this.page.evaluate(AXE);
		const found = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
		const wrong = found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html).join(' | ')}`);
		ok(wrong.length === 0, `${name}: accessible, by axe-core's rules`, wrong);
	}

	// Nothing is wider than the window.
	async fits(name) {
		const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		ok(wide <= 0, `${name}: fits the window`, wide);
	}
}

// ---- the walks ----------------------------------------------------------------------------------------

async function explain(walk) {
	await walk.begin();
	await walk.go(`${ORIGIN}/`);
	await walk.has(['Explain', 'Paste'], 'front door: a box for a URI and one for a text');
	await walk.accessible('front door');
	const offered = await walk.page.locator('button[data-scheme]:visible').evaluateAll(buttons => buttons.map(button => button.dataset.scheme));
	ok(['ftp', 'news', 'nntp', 'urn'].every(scheme => offered.includes(scheme)), 'front door: offers to take links of other pages', offered);
	await walk.page.locator('button[data-scheme=news]').click();
	ok(!await walk.page.locator('button[data-scheme=news]').isDisabled(), 'front door: the browser takes the offer');
	await walk.page.fill('#ask', 'http://www.bank.example@0x7f.1/%2e%2e/login');
	await Promise.all([walk.page.waitForNavigation(), walk.page.getByRole('button', { name: 'Explain', exact: true }).click()]);
	ok(walk.page.url().includes('/explain?uri='), 'explain: its address can be shared', walk.page.url());
	for (const standard of ['url1993', 'uri1994', 'rfc1630', 'rfc1738', 'rfc1808', 'rfc2396', 'rfc3986', 'rfc3987', 'whatwg'])
		ok((await walk.text()).includes(standard), `explain: what ${standard} says`);
	await walk.has(['127.0.0.1', '0x7f.1'], 'explain: two readings of one host');
	ok(await walk.page.locator('main mark').count() > 0, 'explain: what differs is marked');
	await walk.accessible('explain');
	await walk.shot('explain');
	await walk.go(`${ORIGIN}/explain?uri=${encodeURIComponent('ftp://u:s3cret@h/a')}`);
	const shown = await walk.page.evaluate(() => document.querySelector('main').innerText);
	ok(!shown.includes('s3cret'), 'explain: a password is not shown', shown.slice(0, 300));
	await walk.go(`${ORIGIN}/`);
	await walk.page.fill('#text', 'See gopher://h.example/1/ and <mailto:a@b.example>, or www.example.com.');
	await Promise.all([walk.page.waitForNavigation(), walk.page.getByRole('button', { name: /Find/ }).click()]);
	await walk.has(['gopher://h.example/1/', 'mailto:a@b.example'], 'explain: the URIs in a text');
	await walk.accessible('URIs in a text');
	await walk.end('explain');
}

async function gopher(walk) {
	if (GOPHER === '0')
		return skip('gopher in a browser', 'gophernicus is not installed');
	const top = `gopher://${HOST}:${GOPHER}/1/`;
	await walk.begin();
	await walk.go(`${ORIGIN}/`);
	await walk.page.fill('#ask', top);
	await Promise.all([walk.page.waitForNavigation(), walk.page.getByRole('button', { name: 'Open', exact: true }).click()]);
	await walk.has(['The test world', '* spaces   are kept *', 'A folder'], 'gopher: a menu, its words with their blanks');
	await walk.accessible('gopher menu');
	await walk.shot('gopher-menu');
	await walk.follow('A text');
	await walk.has(['A text, with ftp://ftp.example/ in it.'], 'gopher: from the menu to a text');
	ok(await walk.page.locator('main a', { hasText: 'ftp://ftp.example/' }).count() === 1, 'gopher: a URI in the text is a link');
	await walk.accessible('gopher text');
	await walk.page.goBack();
	await walk.follow('A folder');
	await walk.has(['inner.txt'], 'gopher: into a folder');
	await walk.go(address(top));
	await walk.follow('A page');
	ok(await walk.page.title() !== 'it ran', 'gopher: a page of HTML runs no script', await walk.page.title());
	await walk.has(['relative link'], 'gopher: and is shown');
	await walk.follow('relative link', 'a');
	await walk.has(['A text, with'], 'gopher: its relative link leads on');
	await walk.go(address(`gopher://${HOST}:${GOPHER}/I/pixel.png`));
	const width = await walk.page.locator('main img').evaluate(image => image.decode().then(() => image.naturalWidth));
	ok(width === 1, 'gopher: a picture, within a page', width);
	await walk.accessible('picture');
	const picture = await walk.go(`${ORIGIN}/_/raw?uri=${encodeURIComponent(`gopher://${HOST}:${GOPHER}/I/pixel.png`)}`);
	ok(picture.headers()['content-type'] === 'image/png', 'gopher: a picture as it stands', picture.headers());
	await walk.end('gopher');
}

// The scripts that a sandbox stops are told of on the console; of those pages nothing is asked.
async function search(walk, world) {
	await walk.begin();
	await walk.go(address(`gopher://${HOST}:${world}/7/search`));
	await walk.accessible('search form');
	await walk.page.fill('main input[name=words]', 'old words + more');
	await Promise.all([walk.page.waitForNavigation(), walk.page.locator('main form button').first().click()]);
	ok(decodeURIComponent(walk.page.url()).endsWith('/7/search%09old%20words%20%2B%20more'), 'search: the words become a gopher URI',
	   walk.page.url());
	await walk.end('search');
}

async function ftp(walk) {
	if (FTP === '0')
		return skip('ftp in a browser', 'pyftpdlib is not installed');
	await walk.begin();
	await walk.go(address(`ftp://${HOST}:${FTP}/`));
	await walk.has(['a.txt', 'b.txt', 'docs'], 'ftp: a directory');
	await walk.accessible('ftp directory');
	await walk.shot('ftp-directory');
	const names = () => walk.page.locator('main tbody tr').evaluateAll(rows => rows.map(row => row.innerText.match(/[abc]\.(txt|bin)/)?.[0]).filter(Boolean));
	const size = walk.page.locator('main th', { hasText: 'Size' });
	if (await size.locator('button').count())
		await size.locator('button').click();
	else
		await size.click();
	const sorted = await names();
	ok(sorted.join() === 'b.txt,c.bin,a.txt' || sorted.join() === 'a.txt,c.bin,b.txt', 'ftp: sorted by size', sorted);
	await walk.follow('docs');
	await walk.has(['read me.txt', 'deeper'], 'ftp: down');
	await walk.follow('deeper');
	await walk.follow('end.txt');
	await walk.has(['the end'], 'ftp: a file');
	for (let i = 0; i < 3; i++)
		await Promise.all([walk.page.waitForNavigation(), walk.page.locator('header a', { hasText: /^up$/ }).click()]);
	await walk.has(['a.txt', 'docs'], 'ftp: and up again');
	await walk.end('ftp');
}

async function news(walk) {
	if (NEWS === '0')
		return skip('news in a browser', 'innd is not installed');
	await walk.begin();
	await walk.go(address('news:test.a'));
	await walk.has(['number 1', 'number 2', 'number 3', 'number 4'], 'news: a group');
	const nested = await walk.page.evaluate(() => document.querySelectorAll('main li li').length);
	ok(nested >= 1, 'news: as threads', nested);
	await walk.accessible('news threads');
	await walk.shot('news-thread');
	await walk.follow('number 3');
	await walk.has(['number 3', 'body 3', 'a@b.example'], 'news: an article');
	await walk.accessible('article');
	await walk.go(address('news:*'));
	await walk.has(['test.a', 'test.b'], 'news: the groups');
	await walk.end('news');
}

async function mail(walk) {
	await walk.begin();
	await walk.go(address('mid:first@gateway.example'));
	await walk.has(['A picture é', 'a@gateway.example', 'Hello,', 'quoted', 'http://example.com/x'], 'mail: a message');
	const shown = await walk.page.locator('main img').evaluateAll(images =>
		Promise.all(images.map(image => image.decode().then(() => image.naturalWidth, error => String(error)))));
	ok(shown.length === 1 && shown[0] === 1, 'mail: its picture is shown', shown);
	await walk.accessible('message');
	await walk.shot('message');
	await walk.end('mail');
}

async function files(walk) {
	await walk.begin();
	await walk.go(address(`file://${FILES}/`));
	await walk.has(['sub'], 'file: the directory that is allowed');
	await walk.follow('sub');
	await walk.follow('file.txt');
	await walk.has(['a file'], 'file: a file in it');
	const out = await walk.go(address('file:///etc/passwd'));
	ok(out.status() >= 400 && !(await walk.text()).includes('root:'), 'file: nothing outside of it', out.status());
	await walk.end('files');
}

async function refusals(walk) {
	await walk.begin();
	for (const [uri, status, words] of [
		['gopher://10.0.0.1/1', 403, ['10.0.0.1']],
		[`gopher://${HOST}:7070/1a%0d%0aFLUSHALL`, 403, ['RFC 1738']],
		['http://h/a b', 400, ['byte']],
		['nosuch:thing', 501, ['nosuch']],
		['telnet://h.example:23/', 200, ['telnet', 'h.example']],
	]) {
		const answer = await walk.go(address(uri));
		ok(answer.status() === status, `refusal: ${uri}: ${status}`, answer.status());
		await walk.has(words, `refusal: ${uri}: says ${words}`);
		await walk.accessible(`refusal of ${uri}`);
	}
	await walk.go(address('gopher://10.0.0.1/1'));
	await walk.shot('refusal');
	await walk.end('refusals');
}

async function looks(walk) {
	const pages = [[`${ORIGIN}/`, 'front'], [`${ORIGIN}/explain?uri=${encodeURIComponent('ftp://myname@host.dom:2121/%2Fetc/motd;type=a')}`, 'explain'],
	               [address('mid:first@gateway.example'), 'message'], [address('gopher://10.0.0.1/1'), 'refusal']];
	if (GOPHER !== '0')
		pages.push([address(`gopher://${HOST}:${GOPHER}/1/`), 'gopher']);
	if (FTP !== '0')
		pages.push([address(`ftp://${HOST}:${FTP}/`), 'ftp']);
	for (const [look, options] of [['dark', { colorScheme: 'dark' }], ['phone', { viewport: { width: 360, height: 740 } }],
	                               ['wide', { viewport: { width: 1920, height: 1000 } }],
	                               ['without script', { javaScriptEnabled: false }]]) {
		await walk.begin(options);
		for (const [where, name] of pages) {
			await walk.go(where);
			if (look !== 'without script') {
				await walk.accessible(`${name}, ${look}`);
				await walk.fits(`${name}, ${look}`);
			}
			await walk.shot(`${name}-${look.replace(' ', '-')}`);
		}
		await walk.end(look);
	}
}

// On paper: all of the page, and nothing that can only be pressed.
async function print(walk) {
	const pages = [[`${ORIGIN}/explain?uri=${encodeURIComponent('ftp://myname@host.dom:2121/%2Fetc/motd;type=a')}`, 'explain', ['whatwg', 'myname']],
	               [address('mid:first@gateway.example'), 'message', ['Hello,', 'quoted']],
	               [address('gopher://10.0.0.1/1'), 'refusal', ['10.0.0.1']]];
	if (GOPHER !== '0')
		pages.push([address(`gopher://${HOST}:${GOPHER}/1/`), 'gopher', ['* spaces   are kept *', "A library's catalogue"]]);
	if (FTP !== '0')
		pages.push([address(`ftp://${HOST}:${FTP}/`), 'ftp', ['a.txt', 'docs', 'Name', 'Size']]);
	await walk.begin({ colorScheme: 'dark', viewport: { width: 720, height: 900 } });
	for (const [where, name, words] of pages) {
		await walk.go(where);
		await walk.page.emulateMedia({ media: 'print' });
		await walk.has(words, `print: ${name}: what it is about`);
		const seen = await walk.page.evaluate(() => {
			const shown = element => element.checkVisibility() && element.getClientRects().length > 0;
			const of = selector => [...document.querySelectorAll(selector)].filter(shown).map(element => element.outerHTML.slice(0, 80));
			const main = document.querySelector('main');
			return { pressed: of('button:not(th button), input, textarea, select, nav, .skip, footer'),
			         paper: getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor,
			         ink: getComputedStyle(main).color,
			         cut: [main, ...main.querySelectorAll('*')].filter(element => shown(element) && getComputedStyle(element).overflowX !== 'visible' &&
			             element.scrollWidth > element.clientWidth + 1).map(element => element.outerHTML.slice(0, 80)),
			         fixed: [...document.querySelectorAll('*')].filter(element => shown(element) && ['fixed', 'sticky'].includes(getComputedStyle(element).position)).length,
			         wide: document.documentElement.scrollWidth - innerWidth,
			         uri: document.querySelector('header')?.innerText };
		});
		ok(seen.pressed.length === 0, `print: ${name}: nothing that can only be pressed`, seen.pressed);
		ok(/rgb\(255, 255, 255\)/.test(seen.paper) && seen.ink === 'rgb(0, 0, 0)', `print: ${name}: black on white, in the dark too`, seen.paper, seen.ink);
		ok(seen.cut.length === 0 && seen.wide <= 0, `print: ${name}: nothing is cut off`, seen.cut, seen.wide);
		ok(seen.fixed === 0, `print: ${name}: nothing stands over the text`, seen.fixed);
		await walk.page.emulateMedia({ media: null });
		const pdf = await walk.page.pdf({ path: path.join(SHOTS, `${name}.pdf`), format: 'A4' });
		ok(pdf.length > 3000 && pdf.subarray(0, 5).toString() === '%PDF-', `print: ${name}: a document on paper`, pdf.length);
	}
	await walk.end('print');
}

// What a page of HTML that others wrote loads: its own pictures and styles, through the gateway, and nothing else.
async function foreign(walk) {
	const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');
	const seen = [];
	const server = createServer((request, response) => {
		seen.push(request.headers.host.replace(/:.*/, '') + request.url);
		const [type, body] = {
			'/page': ['text/html', `<!DOCTYPE html><title>foreign</title><link rel=stylesheet href=/style.css>
				<p id=p>words<style>@import "more.css"; i { background: url(/style.gif) }</style><i>i</i>
				<img id=own src=own.gif><img id=set srcset="set.gif 1x"><img id=not src=/page>
				<img id=near src="http://localhost:${server.address().port}/near.gif">
				<img id=public src="http://192.0.2.1/far.gif" style="display: none" loading=lazy>
				<script src=/script.js></script><iframe src=/frame></iframe>
				<link rel=prefetch href=/early><a href=/next ping=/ping>next</a>`],
			'/style.css': ['text/css', '#p { color: rgb(1, 2, 3) } b { background: url(x) }'],
			'/more.css': ['text/css', 'i { color: rgb(4, 5, 6) }'],
			'/next': ['text/html', '<p>next page'],
			'/xhtml': ['application/xhtml+xml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head>
				<body><p><img id="own" src="own.gif" alt=""/><a href="/next">next</a></p></body></html>`],
		}[request.url] || ['image/gif', pixel];
		response.writeHead(200, { 'Content-Type': type, 'Set-Cookie': 'a=b' });
		response.end(body);
	});
	await new Promise(resolve => server.listen(0, HOST, resolve));
	const at = `http://${HOST}:${server.address().port}`;
	await walk.begin();
	await walk.go(address(`${at}/page`));
	const widths = await walk.page.evaluate(() => Object.fromEntries(['own', 'set', 'not', 'near'].map(id => [id, document.getElementById(id).naturalWidth])));
	ok(widths.own === 1 && widths.set === 1, 'foreign: the pictures of a page are shown', widths, walk.said);
	ok(widths.not === 0, 'foreign: what is no picture is none', widths);
	ok(widths.near === 0 && !seen.includes('localhost/near.gif'), 'foreign: nobody else in this network is asked, though the user may', seen);
	const color = await walk.page.evaluate(() => [getComputedStyle(document.getElementById('p')).color, getComputedStyle(document.querySelector('i')).color]);
	ok(color.join() === 'rgb(1, 2, 3),rgb(4, 5, 6)', 'foreign: its style sheets are used, and what they import', color);
	ok(seen.some(path => path.endsWith('/style.gif')), 'foreign: and the pictures of a style', seen);
	ok(!seen.some(path => /script.js|frame|early|ping/.test(path)), 'foreign: no script, no frame, nothing early', seen);
	ok(walk.strangers.length === 0, 'foreign: the browser asks the gateway alone', walk.strangers);
	const source = await walk.page.evaluate(() => document.getElementById('own').src);
	const read = await walk.page.evaluate(async where => {
		try {
			return (await fetch(where)).status;
		} catch (error) {
			return 'not read';
		}
	}, source);
	ok(read === 'not read', 'foreign: a script could read nothing of it', read);
	await walk.follow('next', 'a');
	await walk.has(['next page'], 'foreign: a link leads on');
	ok(!seen.some(path => path.endsWith('/ping')), 'foreign: and tells nobody', seen);
	await walk.go(source);
	ok(walk.page.url() === address(`${at}/own.gif`), 'foreign: who goes to a picture comes to its page', walk.page.url());
	await walk.go(address(`${at}/xhtml`));
	ok(await walk.page.evaluate(() => document.getElementById('own').naturalWidth) === 1, 'foreign: XHTML too');
	await walk.follow('next', 'a');
	await walk.has(['next page'], 'foreign: and its links');
	await walk.page.route('http://stranger.example/**', route => route.fulfill({ contentType: 'text/html', body: '<img src="' + ORIGIN + '/_/within/p/00000000/00000000000000000000000000000000/http%3A%2F%2F' + HOST + '%3A' + server.address().port + '%2Fforged">' }));
	await walk.page.goto('http://stranger.example/', { waitUntil: 'load' });
	ok(!seen.some(path => path.endsWith('/forged')), 'foreign: a stranger forges no such address', seen);
	await walk.context.close();
	server.close();
}

// A page of another site can lead here and do nothing else.
async function strangers(walk) {
	await walk.begin();
	await walk.page.route('http://stranger.example/**', route => route.fulfill({
		contentType: 'text/html', body: `<img src="${ORIGIN}/_/icon.svg"><iframe src="${ORIGIN}/"></iframe><a href="${ORIGIN}/">there</a>` }));
	await walk.page.goto('http://stranger.example/', { waitUntil: 'load' });
	const got = await walk.page.evaluate(() => document.querySelector('img').naturalWidth);
	ok(got === 0, 'a stranger: no picture of ours', got);
	const framed = await Promise.all(walk.page.frames().slice(1).map(frame => frame.content().catch(() => '')));
	ok(framed.every(text => !text.includes('id="ask"')), 'a stranger: no page of ours in a frame', framed);
	const fetched = await walk.page.evaluate(origin => fetch(`${origin}/`).then(() => 'read', () => 'not read'), ORIGIN);
	ok(fetched === 'not read', 'a stranger: no script reads a page', fetched);
	await Promise.all([walk.page.waitForNavigation(), walk.page.locator('a').click()]);
	await walk.has(['Explain'], 'a stranger: a link is followed');
	await walk.context.close();
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
const walk = new Walk(browser);
try {
	for (const step of [explain, gopher, ftp, news, mail, files, refusals, looks, print, foreign, strangers]) {
		try {
			await step(walk);
		} catch (error) {
			ok(false, `${step.name}: goes through`, String(error).slice(0, 500));
			await walk.context?.close().catch(() => {});
		}
	}
	if (GOPHER !== '0')
		await search(walk, GOPHER).catch(error => ok(false, 'search: goes through', String(error)));
} finally {
	await browser.close();
}
process.exitCode = failed > 0 ? 1 : 0;
