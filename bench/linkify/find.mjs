// find.mjs FOLDER links|all - linkify-it, from the packages in FOLDER: print what it finds in standard input, one a line.
//
// "all" is what it finds by default, mail addresses included; "links" are those with a scheme.
// It gets whole lines of about 64 KiB at a time: one text of hundreds of megabytes takes it longer.
import { readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(pathToFileURL(process.argv[2] + '/'))
const { LinkifyIt } = require('linkify-it')
const linkify = process.argv[3] === 'links' ? new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false }) : new LinkifyIt()
const block = Buffer.alloc(1 << 16)
let held = '', n

do {
	n = readSync(0, block, 0, block.length, null)
	const text = held + block.toString('latin1', 0, n)
	const end = n ? text.lastIndexOf('\n') + 1 : text.length
	const found = linkify.match(text.slice(0, end))

	held = text.slice(end)
	if (found)
		writeSync(1, found.map((match) => match.raw + '\n').join(''), null, 'latin1')
} while (n)
