/**
 * The table of all periods and limits: `tested` has the spec that notices a change of each, `open` the spec that does
 * not notice it yet, and `other` the kind of each number that nobody relies on.
 */
import { readFileSync } from 'node:fs';
import { findConstants, sourceLanguage } from './limit-constants.mjs';
import { root } from '../root.mjs';
import { readTrackedFiles } from '../find-files.mjs';

const table = new URL('../../limits.json', import.meta.url);
const SOURCES = /^(backend|bot|frontend|packages\/contracts)\/src\/.*\.tsx?$/;
const NOT_SOURCES = /spec|\/(test|seed|migrations|samples)\//;

/** Kinds of numbers that nobody relies on, so that none needs a spec of its own. */
export const KINDS = {
  unit: 'a conversion between units, such as milliseconds of an hour',
  protocol: 'set by a standard, another program or a column; a change breaks communication with it',
  pace: 'how often, how soon or how much at a time work is done or retried; nothing is lost either way',
  wait: 'how long one internal step waits for an answer before it fails and is retried',
  bound: 'an upper bound of memory or a table in floods or faults, far above normal use',
  looks: 'a size, distance or duration on the screen, which the pictures of the screens show',
  shown: 'how much of a list or text one place shows or keeps; the rest is elsewhere',
};

/**
 * @typedef {Record<string, Record<string, string>>} ByFile a spec or kind for each constant, by its file from the
 *   root
 */

/**
 * Reads the limits of a part of the table, each with its spec.
 * @param {'tested' | 'open'} part
 */
export function readLimits(part) {
  return Object.entries(readTable()[part]).flatMap(([file, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ file, name, spec })),
  );
}

/** Finds kinds in the table that are not in `KINDS`. */
export function findUnknownKinds() {
  const kinds = new Set(Object.values(readTable().other).flatMap((names) => Object.values(names)));
  return [...kinds].filter((kind) => !(kind in KINDS));
}

/** Compares the table with the sources: constants without a row, and rows of constants that are gone. */
export function compareTableWithSources() {
  const listed = new Set(Object.values(readTable()).flatMap(listNames));
  const found = new Set(
    readTrackedFiles(root)
      .filter(({ path }) => SOURCES.test(path) && !NOT_SOURCES.test(path))
      .flatMap(({ path, text }) =>
        findConstants(text, sourceLanguage(path)).map(({ name }) => `${path} ${name}`),
      ),
  );
  return {
    unlisted: [...found].filter((one) => !listed.has(one)),
    gone: [...listed].filter((one) => !found.has(one)),
  };
}

/** @param {ByFile} byFile */
function listNames(byFile) {
  return Object.entries(byFile).flatMap(([file, words]) =>
    Object.keys(words).map((name) => `${file} ${name}`),
  );
}

/** @returns {{ tested: ByFile, open: ByFile, other: ByFile }} */
function readTable() {
  return JSON.parse(readFileSync(table, 'utf8'));
}
