/**
 * Makes data/common-passwords.bin from a list of passwords on stdin, one a line, the most used first:
 * the first 10,000 that the shop would take otherwise, each as the first 5 bytes of the SHA-256 of its lower case, sorted.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const MOST = 10_000;
const SHORTEST = 6;
const BYTES = 5;

const passwords = new Set((await text(process.stdin)).split('\n').map((line) => line.trim().toLowerCase()));
const kept = [...passwords].filter((password) => password.length >= SHORTEST).slice(0, MOST);
const prefixes = kept.map((password) => createHash('sha256').update(password).digest().subarray(0, BYTES));
writeFileSync(
  new URL('../data/common-passwords.bin', import.meta.url),
  Buffer.concat(prefixes.toSorted((a, b) => Buffer.compare(a, b))),
);
