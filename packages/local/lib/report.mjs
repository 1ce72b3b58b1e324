/**
 * What a run of the tests reports, from Jest's results: its slowest specs, what failed, which of that runs once more, and
 * its last lines, which are all that a shortened log keeps.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';
import { specsOfGroup } from './spec-weights.mjs';
import { stripVTControlCharacters } from 'node:util';
import { isFaultSpec } from './fault-specs.mjs';

/** So much of a title is in its file's text, whatever a row of a table fills in behind it. */
const TITLE_START = 24;

/**
 * Reads a file's specs once.
 * @param {string} file path of a spec or a group
 * @returns {(title: string) => string} the spec's path from the root, by a test's outermost title; the file's own when
 *   no spec has such a title
 */
export function specsByTitle(file) {
  const specs = specsOfGroup(file).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const withText = (/** @type {string} */ words) => specs.find(({ text }) => text.includes(words))?.path;
  return (title) => {
    if (title === '') return relative(root, file);
    const named = specs.find(({ path }) => path.endsWith(title))?.path;
    return relative(root, named ?? withText(title) ?? withText(title.slice(0, TITLE_START)) ?? file);
  };
}

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

/**
 * @typedef {object} FailedFile a spec's file as Jest reports it
 * @property {string} name
 * @property {string} status
 * @property {string} message of the whole file
 * @property {readonly FailedTest[]} assertionResults
 */
/**
 * @typedef {{ title: string, ancestorTitles: readonly string[], status: string, failureMessages?: readonly string[] |
 * null }} FailedTest
 */
/**
 * @typedef {object} Failure
 * @property {string} path of the spec from the root
 * @property {string} [test] its titles; none when the file itself failed, as by a hook that ends its shop
 * @property {string} message
 */

/** So many lines of a message say what was expected and where. */
const LINES = 24;

/**
 * @param {readonly FailedFile[]} files
 * @returns {Failure[]}
 */
export function failuresOf(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const specOf = specsByTitle(name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ path: specOf(''), message: brief(message) }];
      return failed.map(({ title, ancestorTitles, failureMessages }) => ({
        path: specOf(ancestorTitles[0] ?? title),
        test: [...ancestorTitles, title].join(' › '),
        message: brief(failureMessages?.[0] ?? message),
      }));
    });
}

/** @param {string} message */
function brief(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  return [...lines.slice(0, LINES), ...(lines.length > LINES ? ['…'] : [])].join('\n');
}

/** Modules that move money or what it buys, and whole purchases: what fails there once in twenty is a finding. */
const MONEY = [
  /^backend\/src\/(?:shop\/(?:checkout|disputes|fulfilment|inbox|orders|payments|receipts|reconciliation|refunds)|people\/(?:ledger|loyalty|referrals))\//,
  /^packages\/system\/src\/(?:specs\/(?:purchase|unpaid)|check\/consistency)\./,
];
/** What several do at once, or somebody who dies, by the name of the spec. */
const RACE = /races?\.|-at-once\.|exactly-once\.|rush\.|deaths\./;

/**
 * @typedef {import('./run-level.mjs').Count & { unstable: readonly Failure[] }} LevelCount
 *   `unstable`: what failed beside other specs and passed by itself
 */

/** More than so many failing specs are no accident of a busy machine. */
const AT_MOST = 3;

/**
 * None when one of them may not: a race, a death, an invariant or a matter of money that failed once is a finding, and
 * so is a hook that ends a shop, which is where invariants are asked.
 * @param {readonly Failure[]} failures
 * @returns {string[]} paths from the root
 */
export function specsToRepeat(failures) {
  const paths = [...new Set(failures.map(({ path }) => path))];
  const isFinding = failures.some(({ path, test }) => test === undefined || mayNotFailOnce(path));
  return isFinding || paths.length > AT_MOST ? [] : paths;
}

/**
 * Whether a spec is about races, deaths, invariants or money.
 * @param {string} path from the root
 */
function mayNotFailOnce(path) {
  return isFaultSpec(path) || MONEY.some((money) => money.test(path)) || RACE.test(path);
}

/**
 * What a level's count is after its failed specs ran again.
 * @param {import('./run-level.mjs').Count} first
 * @param {import('./run-level.mjs').Count} second
 * @returns {LevelCount}
 */
export function withSecondTry(first, second) {
  if (second.failed > 0) return { ...first, unstable: [] };
  return {
    ...first,
    passed: first.passed + first.failed,
    failed: 0,
    failures: [],
    unstable: first.failures,
  };
}

/**
 * The end of a run's log: what failed with its messages, what is unstable, what was left out, the numbers.
 * @param {readonly LevelCount[]} counts
 * @param {readonly string[]} notRun levels
 * @returns {{ text: string, isGreen: boolean }} not green either when no test ran
 */
export function reportOf(counts, notRun) {
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    counts.reduce((all, count) => all + count[what], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  const unstable = counts.flatMap((count) => count.unstable);
  const atSecond = unstable.length > 0 ? `, ${unstable.length} of the passed only at a second try` : '';
  const parts = [
    listOf(
      'failed',
      counts.flatMap(({ failures }) => failures),
    ),
    listOf('FAILED BESIDE OTHERS, PASSED BY ITSELF: each is a task', unstable),
    ...(notRun.length > 0 ? [`\nnot run: ${notRun.join(', ')}`] : []),
    `\n${passed} passed, ${failed} failed${atSecond}`,
  ];
  return { text: parts.filter((part) => part !== '').join('\n'), isGreen: failed === 0 && passed > 0 };
}

/**
 * @param {string} title
 * @param {readonly Failure[]} failures
 */
function listOf(title, failures) {
  const lines = failures.map(
    ({ path, test = 'the file itself', message }) =>
      `  ✗ ${path}: ${test}\n${message.replace(/^/gm, '      ')}`,
  );
  return lines.length === 0 ? '' : `\n  ${title}\n${lines.join('\n')}`;
}
