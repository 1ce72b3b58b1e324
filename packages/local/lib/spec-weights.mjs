/** Estimates how long specs take, so that long ones start first and groups are equally long. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Duration of specs in seconds, by a part of their path, where the number of lines is misleading. `npm test` prints the
 * measured durations after each level.
 * @type {readonly (readonly [string, number])[]}
 */
const SECONDS = [
  ['system/src/faults/faults', 40],
  ['system/src/browser/accessible', 75],
  ['system/src/browser/purchase-flows', 100],
  ['system/src/browser/cold-start', 60],
  ['system/src/browser/browsing', 85],
  ['system/src/browser/buying', 120],
  ['system/src/browser/taps', 45],
  ['system/src/browser/two-panels', 80],
  ['system/src/browser/offline', 25],
  ['system/src/lighthouse/addresses', 15],
  ['system/src/browser/', 30],
  ['system/src/specs/', 15],
  ['bot/src/commands/every-action', 35],
  ['bot/test/burst', 15],
  ['backend/test/message-orders', 45],
  ['backend/test/model', 30],
  ['backend/test/races', 50],
  ['backend/test/invariants', 25],
  ['backend/test/bad-input', 70],
  ['own-data/forgotten', 25],
  ['own-data/own-data.int', 20],
  ['backend/test/backend-process', 20],
];
/** Lines of a spec's file that run in one second, by the kind of spec; the first match applies. */
const LINES = /** @type {const} */ ([
  [/\.(?:int|long)-spec\.ts$/, 25],
  [/\.spec\.tsx$/, 40],
  [/./, 300],
]);
/** Matches the statements by which the file of a group loads its specs. */
const LOADED = /^import '(\.\..+)\.js';$|^ {2}require\('(\.\..+)'\);$/gm;

/**
 * Estimates the seconds that a spec's file takes; for a group's file, the sum of its specs.
 * @param {string} path of the file, which is read
 * @returns {number}
 */
export function weightOf(path) {
  const known = SECONDS.find(([part]) => path.includes(part));
  if (known) return known[1];
  const text = readFileSync(path, 'utf8');
  const specs = specsOfGroup(path, text);
  if (specs.length > 0) return specs.reduce((sum, spec) => sum + weightOf(spec), 0);
  const [, lines] = LINES.find(([kind]) => kind.test(path)) ?? LINES[2];
  return text.split('\n').length / lines;
}

/**
 * Lists the paths of the specs that a group's file loads; empty for any other file.
 * @param {string} path
 * @param {string} [text]
 */
export function specsOfGroup(path, text) {
  if (!path.includes('/spec-groups/')) return [];
  return [...(text ?? readFileSync(path, 'utf8')).matchAll(LOADED)].map(([, imported, required]) =>
    join(dirname(path), required ?? `${imported}.ts`),
  );
}
