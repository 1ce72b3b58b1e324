/**
 * Report on a test run, from Jest's results: the slowest specs, the failures, the specs to repeat, and a summary in the
 * last lines.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';
import { specsOfGroup } from './spec-weights.mjs';
import { stripVTControlCharacters } from 'node:util';
import { isFaultSpec } from './fault-specs.mjs';

/**
 * Number of characters of a test's title to search for in the spec's text, since later ones may come from a table of
 * tests.
 */
const TITLE_START = 24;

/**
 * Creates a function that finds the spec of a test in a group's file, by the test's outermost title.
 * @param {string} file path of a spec or a group
 * @returns {(title: string) => string} the spec's path from the root, by a test's outermost title; the file's own
 *   when no spec has such a title
 */
export function createSpecFinder(file) {
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
/** @typedef {{ path: string, seconds: number }} SpecTime */

/**
 * Finds the specs that took longest, the longest first; the specs of a group are listed separately.
 * @param {readonly FileResult[]} files
 * @param {number} count
 * @returns {SpecTime[]}
 */
export function findSlowestSpecs(files, count) {
  /** @type {Map<string, number>} */
  const spent = new Map();
  for (const file of files) {
    const specOf = createSpecFinder(file.name);
    for (const { title, ms } of timeByTitle(file)) {
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
 * Sums the time of a file's tests by outermost title. A test's time begins when the previous one ended, so that
 * starting its shop is included.
 * @param {FileResult} file
 */
function timeByTitle({ startTime, endTime, assertionResults }) {
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
 * @property {string} [test] its titles; absent when the file itself failed, for example in a hook that stops its shop
 * @property {string} message
 */

/** Number of lines that are kept of a failure's message, enough to show what was expected and where. */
const MESSAGE_LINES = 24;

/**
 * @param {readonly FailedFile[]} files
 * @returns {Failure[]}
 */
export function findFailures(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const specOf = createSpecFinder(name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ path: specOf(''), message: shortenMessage(message) }];
      return failed.map(({ title, ancestorTitles, failureMessages }) => ({
        path: specOf(ancestorTitles[0] ?? title),
        test: [...ancestorTitles, title].join(' › '),
        message: shortenMessage(failureMessages?.[0] ?? message),
      }));
    });
}

/** @param {string} message */
function shortenMessage(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  return [...lines.slice(0, MESSAGE_LINES), ...(lines.length > MESSAGE_LINES ? ['…'] : [])].join('\n');
}

/** Matches specs about money, goods and whole purchases, in which even a rare failure is a real fault. */
const MONEY_SPECS = [
  /^backend\/src\/(?:shop\/(?:checkout|disputes|fulfilment|inbox|orders|payments|receipts|reconciliation|refunds)|people\/(?:ledger|loyalty|referrals))\//,
  /^packages\/system\/src\/(?:specs\/(?:purchase|unpaid)|check\/consistency)\./,
];
/** Matches specs about races or crashes, by their names. */
const RACE_SPECS = /races?\.|-at-once\.|exactly-once\.|rush\.|deaths\./;

/**
 * @typedef {import('./run-test-level.mjs').JestResult & { unstable: readonly Failure[] }} LevelResult `unstable`: failures
 *   of specs that passed when they ran alone
 */

/** Number of failed specs above which none is repeated, since a busy machine makes only a few fail by accident. */
const MAX_REPEATED = 3;

/**
 * Chooses the failed specs to repeat; none when one failure counts as a real fault: of a race, a crash, an invariant,
 * money, or a hook, since the hook that stops a shop checks the invariants.
 * @param {readonly Failure[]} failures
 * @returns {string[]} paths from the root
 */
export function specsToRepeat(failures) {
  const paths = [...new Set(failures.map(({ path }) => path))];
  const isFinding = failures.some(({ path, test }) => test === undefined || isNeverRepeated(path));
  return isFinding || paths.length > MAX_REPEATED ? [] : paths;
}

/**
 * True for specs about races, crashes, invariants or money, in which a single failure is a real fault.
 * @param {string} path from the root
 */
function isNeverRepeated(path) {
  return isFaultSpec(path) || MONEY_SPECS.some((money) => money.test(path)) || RACE_SPECS.test(path);
}

/**
 * Merges a level's result with the result of its failed specs, which ran a second time.
 * @param {import('./run-test-level.mjs').JestResult} first
 * @param {import('./run-test-level.mjs').JestResult} second
 * @returns {LevelResult}
 */
export function mergeSecondTry(first, second) {
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
 * Formats the end of a run's log: failures with messages, unstable specs, levels that were not run, and totals.
 * @param {readonly LevelResult[]} counts
 * @param {readonly string[]} notRun levels
 * @returns {{ text: string, isGreen: boolean }} not green either when no test ran
 */
export function formatReport(counts, notRun) {
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    counts.reduce((all, count) => all + count[what], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  const unstable = counts.flatMap((count) => count.unstable);
  const atSecond = unstable.length > 0 ? `, ${unstable.length} of the passed only at a second try` : '';
  const parts = [
    formatFailures(
      'failed',
      counts.flatMap(({ failures }) => failures),
    ),
    formatFailures('FAILED BESIDE OTHERS, PASSED BY ITSELF: each is a task', unstable),
    ...(notRun.length > 0 ? [`\nnot run: ${notRun.join(', ')}`] : []),
    `\n${passed} passed, ${failed} failed${atSecond}`,
  ];
  return { text: parts.filter((part) => part !== '').join('\n'), isGreen: failed === 0 && passed > 0 };
}

/**
 * @param {string} title
 * @param {readonly Failure[]} failures
 */
function formatFailures(title, failures) {
  const lines = failures.map(
    ({ path, test = 'the file itself', message }) =>
      `  ✗ ${path}: ${test}\n${message.replace(/^/gm, '      ')}`,
  );
  return lines.length === 0 ? '' : `\n  ${title}\n${lines.join('\n')}`;
}
