/**
 * The backend's integration specs in groups, a file that imports them each: Jest loads every module anew for every
 * file, which took most of the time of a short spec (D-111).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSpecs } from './find-specs.mjs';
import { root } from './root.mjs';
import { weightOf } from './spec-weights.mjs';

/** Where in the backend the groups are written: below the build, so that nothing else takes them for sources. */
export const GROUPS_FOLDER = 'dist/spec-groups';
/** Four for each of the three that run at a time: enough for none to wait long at the end. */
const GROUPS = 12;

/** Writes the groups anew. */
export function writeSpecGroups() {
  const folder = join(root, 'backend', GROUPS_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  groupsOf(findSpecs(String.raw`^backend/.*\.int-spec\.ts$`)).forEach((specs, index) =>
    writeFileSync(join(folder, `${index + 1}.int-spec.ts`), textOf(specs)),
  );
}

/**
 * Each spec is in one group, and the groups take about equally long: the longest spec that is left goes to the group
 * that has least.
 * @param {readonly string[]} specs paths from the root
 * @param {(path: string) => number} [weigh] seconds of a spec
 * @returns {string[][]}
 */
export function groupsOf(specs, weigh = (path) => weightOf(join(root, path))) {
  const groups = Array.from({ length: GROUPS }, () => ({
    seconds: 0,
    /** @type {string[]} */
    specs: [],
  }));
  const weighed = specs.map((path) => ({ path, seconds: weigh(path) }));
  for (const { path, seconds } of weighed.toSorted((a, b) => b.seconds - a.seconds)) {
    const least = groups.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += seconds;
    least.specs.push(path);
  }
  return groups.map((group) => group.specs).filter((group) => group.length > 0);
}

/** @param {readonly string[]} specs paths from the root */
function textOf(specs) {
  return specs
    .map((path) => `import '../../${path.replace(/^backend\//, '').replace(/\.ts$/, '.js')}';\n`)
    .join('');
}
