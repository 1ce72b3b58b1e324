/** Where a level's time went, from Jest's results. */
import { specsByTitle } from './spec-titles.mjs';

/**
 * @typedef {object} FileResult a spec's file as Jest reports it; times in ms
 * @property {string} name
 * @property {number} startTime
 * @property {number} endTime
 * @property {readonly TestResult[]} assertionResults
 */
/**
 * @typedef {{ title: string, ancestorTitles: readonly string[], startAt?: number | null, duration?: number | null }}
 * TestResult
 */
/** @typedef {{ path: string, seconds: number }} Spent */

/**
 * The specs that took longest, the longest first; each spec of a group by itself.
 * @param {readonly FileResult[]} files
 * @param {number} count
 * @returns {Spent[]}
 */
export function slowest(files, count) {
  /** @type {Map<string, number>} */
  const spent = new Map();
  for (const file of files) {
    const specOf = specsByTitle(file.name);
    for (const { title, ms } of partsOf(file)) {
      const path = specOf(title);
      spent.set(path, (spent.get(path) ?? 0) + ms / 1_000);
    }
  }
  return [...spent]
    .map(([path, seconds]) => ({ path, seconds }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/**
 * Time by the outermost titles. A test's begins where the one before it ended, so that what started its shop counts.
 * @param {FileResult} file
 */
function partsOf({ startTime, endTime, assertionResults }) {
  let from = startTime;
  const parts = assertionResults
    .filter(({ startAt }) => typeof startAt === 'number')
    .sort((a, b) => (a.startAt ?? 0) - (b.startAt ?? 0))
    .map(({ title, ancestorTitles, startAt, duration }) => {
      const to = (startAt ?? from) + (duration ?? 0);
      const part = { title: ancestorTitles[0] ?? title, ms: Math.max(0, to - from) };
      from = to;
      return part;
    });
  const last = parts.at(-1)?.title ?? '';
  return [...parts, { title: last, ms: Math.max(0, endTime - from) }];
}
