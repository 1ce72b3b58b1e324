/**
 * The table of all periods and limits: `tested` names the spec that notices a change of each, `open` the spec that does
 * not notice a change yet, and `other` the kind of each number that nothing depends on. Limits of the contracts that the
 * table does not name are tested by one spec.
 */
import { readFileSync } from 'node:fs';
import { root } from '../root.mjs';
import { readTrackedFiles } from '../find-files.mjs';
import { findConstants, sourceLanguage } from './find-limit-constants.mjs';

const table = new URL('../../limits.json', import.meta.url);

const SOURCES = /^(backend|bot|frontend|packages\/contracts)\/src\/.*\.tsx?$/;
const NOT_SOURCES = /spec|\/(test|seed|migrations|samples)\//;

/** Tells whether a path is that of a source in which periods and limits are looked for. @param {string} path */
export const hasLimits = (path) => SOURCES.test(path) && !NOT_SOURCES.test(path);

/** The spec of the contracts' limits, which the table leaves out. */
export const CONTRACT_LIMITS = {
  folder: 'packages/contracts/src/',
  spec: 'packages/contracts/src/limits.spec.ts',
};

/** Kinds of numbers that nothing depends on, so that they need no spec. */
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
 * Reads the limits of one part of the table, each with its spec.
 * @param {'tested' | 'open'} part
 */
export function readLimits(part) {
  const listed = listRows(readTable()[part]);
  return part === 'tested' ? [...listed, ...findContractLimits()] : listed;
}

/** @param {ByFile} files */
const listRows = (files) =>
  Object.entries(files).flatMap(([file, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ file, name, spec })),
  );

/** Finds the limits of the contracts that the table does not name. */
function findContractLimits() {
  const { folder, spec } = CONTRACT_LIMITS;
  const named = new Set(
    Object.values(readTable())
      .flatMap(listRows)
      .map(({ file, name }) => `${file} ${name}`),
  );
  return readTrackedFiles(root)
    .filter(({ path }) => path.startsWith(folder) && hasLimits(path))
    .flatMap(({ path: file, text }) =>
      findConstants(text, sourceLanguage(file))
        .filter(({ name }) => !named.has(`${file} ${name}`))
        .map(({ name }) => ({ file, name, spec })),
    );
}

/** @returns {{ tested: ByFile, open: ByFile, other: ByFile }} */
function readTable() {
  return JSON.parse(readFileSync(table, 'utf8'));
}
