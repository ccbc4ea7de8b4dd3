// terminal.mjs - a session in Chromium: the button, what is typed and shown, how it ends; in TAP.
// Wants ORIGIN, CHROMIUM, MODULES (npm's packages), SHOTS (a folder), URI (of a session whose program repeats what it hears).
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const { ORIGIN, CHROMIUM, MODULES, SHOTS, URI } = process.env;
const require = createRequire(path.join(MODULES, 'x.js'));
const { chromium } = require('playwright-core');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
let points = 0, failed = 0;

function ok(good, name, ...details) {
	points++;
	failed += !good;
	console.log(`${good ? 'ok' : 'not ok'} ${points} - ${name}`);
	if (!good)
		for (const detail of details)
			console.log(`# ${JSON.stringify(detail)?.slice(0, 900)}`);
}

// What xterm.js shows, whichever way it draws: its buffer, not its canvas.
async function shown(page) {
	return page.evaluate(() => globalThis.everyuriTerminal?.() ?? '');
}

async function shows(page, words, name) {
	let text = '';
	for (let tries = 0; tries < 50; tries++) {
		text = await shown(page);
		if (text.includes(words))
			break;
		await page.waitForTimeout(100);
	}
	ok(text.includes(words), name, words, text);
}

async function says(page, words, name) {
	const state = page.locator('#terminal-state');
	await state.filter({ hasText: words }).waitFor({ timeout: 8000 }).catch(() => {});
	const text = await state.innerText();
	ok(text.includes(words), name, text);
}

async function open(browser, said, strangers) {
	const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
	const page = await context.newPage();
	page.on('console', message => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
	page.on('pageerror', error => said.push(String(error)));
	page.on('request', request => request.url().startsWith(ORIGIN) || strangers.push(request.url()));
	await page.goto(`${ORIGIN}/${encodeURIComponent(URI)}`, { waitUntil: 'load' });
	// The terminal that the page makes is kept where this test finds it.
	await page.addInitScript(() => {
		let made;
		Object.defineProperty(globalThis, 'Terminal', {
			configurable: true,
			get: () => made,
			set: real => {
				made = class extends real {
					constructor(...options) {
						super(...options);
						globalThis.everyuriTerminal = () => {
							const lines = [];
							for (let i = 0; i < this.buffer.active.length; i++)
								lines.push(this.buffer.active.getLine(i).translateToString(true));
							return lines.join('\n');
						};
					}
				};
			},
		});
	});
	await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.getByRole('button', { name: 'Open a terminal here' }).click()]);
	return page;
}

async function walk(browser) {
	const said = [], strangers = [];
	const page = await open(browser, said, strangers);
	await says(page, 'Connected', 'browser: a terminal, connected');
	await shows(page, 'program to', 'browser: what the program says is shown');
	await page.keyboard.type('hello there é\n');
	await shows(page, 'said: hello there é', 'browser: text typed appears');
	const size = async () => {
		await page.keyboard.type('size\n');
		await page.waitForTimeout(500);
		return (await shown(page)).trim().split('\n').filter(line => /^\d+ \d+$/.test(line.trim())).at(-1);
	};
	const before = await size();
	await page.setViewportSize({ width: 600, height: 600 });
	await page.waitForTimeout(300);
	const after = await size();
	ok(before && after && Number(after.split(' ')[1]) < Number(before.split(' ')[1]), 'browser: a smaller window is a smaller terminal', before, after);
	const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	ok(wide <= 0, 'browser: it fits the window', wide);
	await page.setViewportSize({ width: 1000, height: 800 });
	await page.waitForTimeout(300);
	await page.screenshot({ path: path.join(SHOTS, 'terminal.png') });
	await page.evaluate(AXE);
	const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
	const wrong = found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html).join(' | ')}`);
	ok(wrong.length === 0, "browser: accessible, by axe-core's rules", wrong);
	const within = () => page.evaluate(() => document.getElementById('terminal').contains(document.activeElement));
	const inside = await within();
	await page.keyboard.press('Shift+Escape');
	ok(inside && !await within(), 'browser: a key leads out of the terminal', inside);
	await page.locator('#terminal').click();
	await page.keyboard.type('bye\n');
	await says(page, 'the program has ended with status 7', 'browser: the end is told');
	ok(said.length === 0, 'browser: nothing on the console', said);
	ok(strangers.length === 0, 'browser: no request to anywhere else', strangers);
	await page.context().close();
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
	await walk(browser);
} catch (error) {
	ok(false, `browser: ${error.message.split('\n')[0]}`, String(error.stack));
} finally {
	await browser.close();
}
process.exitCode = failed > 0 ? 1 : 0;
