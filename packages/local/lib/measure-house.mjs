/** Figures of the house: how large its files and folders are, and what a reader has to read. */
import { dirname, join, normalize } from 'node:path';

/** A source file below this number of lines whose only reader lies in the same folder belongs into that reader. */
const SMALL_LINES = 40;

const SOURCE = /\.(ts|tsx)$/;
const TEST = /spec\.tsx?$|\/test\/|\/specs\/|spec-support|^packages\/system\//;
const DATA = /migrations\/|catalogue\/|\/samples\//;
const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g;

/** @typedef {{ path: string, text: string }} TextFile */

/**
 * Measures the tracked files of the project.
 * @param {readonly TextFile[]} files
 * @returns {Record<string, number>} figures by their name
 */
export function measureHouse(files) {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !path.endsWith('.d.ts'));
  const own = sources.filter(({ path }) => !TEST.test(path) && !DATA.test(path));
  /** @type {Map<string, number>} */
  const perFolder = new Map();
  for (const { path } of own) perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1);
  return {
    'source files': own.length,
    'lines in them': sum(own, countLines),
    'lines of the longest': Math.max(0, ...own.map(countLines)),
    'lines of imports': sum(own, ({ text }) => countMatches(text, /^import[^;]*;$/gm, countBreaks)),
    'small files whose only reader lies beside them': countSmallOfOneReader(own, sources),
    'most source files in a folder': Math.max(0, ...perFolder.values()),
    'ids of requirements': sum(own, ({ text }) => countMatches(text, /\b(OWN|SHOP|ADMIN)-\d/g)),
    'words in pages': sum(
      files.filter(({ path }) => path.endsWith('.md')),
      ({ text }) => countMatches(text, /\S+/g),
    ),
  };
}

/** @param {readonly TextFile[]} own @param {readonly TextFile[]} sources */
function countSmallOfOneReader(own, sources) {
  const known = new Set(sources.map(({ path }) => path));
  /** @type {Map<string, Set<string>>} */
  const readers = new Map();
  for (const { path, text } of sources)
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const stem = normalize(join(dirname(path), specifier)).replace(/\.js$/, '');
      const target = [`${stem}.ts`, `${stem}.tsx`].find((one) => known.has(one));
      if (target !== undefined) readers.set(target, (readers.get(target) ?? new Set()).add(path));
    }
  return own.filter((file) => {
    const [reader, ...others] = readers.get(file.path) ?? [];
    const isBeside = reader !== undefined && others.length === 0 && dirname(reader) === dirname(file.path);
    return isBeside && countLines(file) < SMALL_LINES;
  }).length;
}

/** @param {TextFile} file */
const countLines = ({ text }) => text.split('\n').length - 1;
/** @param {string} text */
const countBreaks = (text) => text.split('\n').length;
/** @template T @param {readonly T[]} list @param {(one: T) => number} value */
const sum = (list, value) => list.reduce((total, one) => total + value(one), 0);
/** @param {string} text @param {RegExp} pattern @param {(match: string) => number} [weigh] */
const countMatches = (text, pattern, weigh = () => 1) => sum(text.match(pattern) ?? [], weigh);
