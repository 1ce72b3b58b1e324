/**
 * The backend's integration specs in groups, a file that imports them each: Jest loads every module anew for every
 * file, which took most of the time of a short spec (D-111).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSpecs } from './find-specs.mjs';
import { root } from './root.mjs';

/** Where in the backend the groups are written: below the build, so that nothing else takes them for sources. */
export const GROUPS_FOLDER = 'dist/spec-groups';
/** Four for each of the three that run at a time: enough for none to wait long at the end. */
const GROUPS = 12;
/** The longest that a spec asks for; Jest takes one for the whole file. */
const TIMEOUT_MS = 180_000;

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
 * Each spec is in one group, and neighbours are in different ones.
 * @param {readonly string[]} specs
 * @returns {string[][]}
 */
export function groupsOf(specs) {
  return Array.from({ length: GROUPS }, (_, group) =>
    specs.filter((_path, index) => index % GROUPS === group),
  ).filter((group) => group.length > 0);
}

/** @param {readonly string[]} specs paths from the root */
function textOf(specs) {
  const imports = specs.map(
    (path) => `import '../../${path.replace(/^backend\//, '').replace(/\.ts$/, '.js')}';`,
  );
  return ["import { jest } from '@jest/globals';", ...imports, `jest.setTimeout(${TIMEOUT_MS});`, ''].join(
    '\n',
  );
}
