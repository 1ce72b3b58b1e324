/**
 * The table of all periods and limits: `asked` names the spec that notices a change of each, `open` one that does not
 * yet, `other` says of which kind a number is that is promised to nobody.
 */
import { readFileSync } from 'node:fs';
import { findConstants, languageOf } from './constants.mjs';
import { root } from './root.mjs';
import { trackedFiles } from './find-files.mjs';

const table = new URL('../limits.json', import.meta.url);
const SOURCES = /^(backend|bot|frontend|packages\/contracts)\/src\/.*\.tsx?$/;
const NO_SOURCES = /spec|\/(test|seed|migrations|samples)\//;

/** Kinds of numbers that are promised to nobody, and why none needs a spec of its own. */
export const KINDS = {
  unit: 'how many of one thing another is, as milliseconds of an hour',
  protocol: 'a standard, another program or a column says it, and a change breaks what is spoken with it',
  pace: 'how often, how soon and how much at a time work runs or is tried again; nothing is lost either way',
  wait: 'how long one step inside waits for an answer before it fails and is tried again',
  bound: 'the most that memory or a table holds where something floods or is broken, far beyond any use',
  looks: 'size, distance or duration of what is drawn, which pictures of the screens show',
  shown: 'how much of a list or text one place shows or keeps; the rest is elsewhere',
};

/** @typedef {Record<string, Record<string, string>>} ByFile a word for each constant, by its file from the root */

/**
 * The limits of the table, each with a spec.
 * @param {'asked' | 'open'} part
 */
export function readLimits(part) {
  return Object.entries(readTable()[part]).flatMap(([file, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ file, name, spec })),
  );
}

/** Kinds in the table that are none of `KINDS`. */
export function unknownKinds() {
  const kinds = new Set(Object.values(readTable().other).flatMap((names) => Object.values(names)));
  return [...kinds].filter((kind) => !(kind in KINDS));
}

/** Where the table and the sources differ: constants that it leaves out, and rows of constants that are gone. */
export function differencesOfTable() {
  const listed = new Set(Object.values(readTable()).flatMap(namesOf));
  const found = new Set(
    trackedFiles(root)
      .filter(({ path }) => SOURCES.test(path) && !NO_SOURCES.test(path))
      .flatMap(({ path, text }) =>
        findConstants(text, languageOf(path)).map(({ name }) => `${path} ${name}`),
      ),
  );
  return {
    unlisted: [...found].filter((one) => !listed.has(one)),
    gone: [...listed].filter((one) => !found.has(one)),
  };
}

/** @param {ByFile} byFile */
function namesOf(byFile) {
  return Object.entries(byFile).flatMap(([file, words]) =>
    Object.keys(words).map((name) => `${file} ${name}`),
  );
}

/** @returns {{ asked: ByFile, open: ByFile, other: ByFile }} */
function readTable() {
  return JSON.parse(readFileSync(table, 'utf8'));
}
