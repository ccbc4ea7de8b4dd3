// node.mjs PACKAGE VECTORS - the package in Node.js; writes JSON: the answers to the vectors, and the points.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { alike, answers } from './play.mjs';
import { tried, watched } from './tried.mjs';

const [, , folder, file] = process.argv;
const vectors = JSON.parse(readFileSync(file)), points = [];
const ok = (good, name, ...details) => points.push([!!good, name, details.map(detail => JSON.stringify(detail) ?? '')]);
const instances = watched();
const everyuri = await import(pathToFileURL(`${folder}/index.js`));

const wrong = alike(everyuri, vectors);
ok(wrong.length === 0, 'strings and bytes give the same results', wrong.slice(0, 20));
tried(everyuri, ok, instances, 8 << 20);
// Only here: its JSON would have 600 MB.
const told = everyuri.explain('http://h/' + 'a'.repeat(32 << 20));
ok(!told.valid && told.error.message === 'too long' && told.readings.length === 0, 'an explanation that no string can hold is too long', told.error);
console.log(JSON.stringify({ answers: answers(everyuri, vectors), points }));
