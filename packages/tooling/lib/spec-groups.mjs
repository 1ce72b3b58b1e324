/**
 * Specs in groups, a file that loads them each: Jest loads every module anew for every file, which took most of the
 * time of a short spec (D-111, D-141).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSpecs } from './find-specs.mjs';
import { root } from './root.mjs';
import { weightOf } from './spec-weights.mjs';

/**
 * @typedef {object} Grouping
 * @property {string} workspace
 * @property {string} folder where in the workspace the groups are written: nothing else takes them for sources there
 * @property {RegExp} specs paths of its specs from the root
 * @property {number} groups so many that none waits long at the end
 * @property {string} suffix of a group's file
 * @property {(specs: readonly string[]) => string} text of a group, by the paths of its specs from the workspace
 */

/** Each integration spec starts a backend of its own and has no hook outside `describe`. @type {Grouping} */
export const BACKEND = {
  workspace: 'backend',
  folder: 'dist/spec-groups',
  specs: /^backend\/.*\.int-spec\.ts$/,
  groups: 12,
  suffix: '.int-spec.ts',
  text: (specs) => specs.map((path) => `import '../../${path.replace(/\.ts$/, '.js')}';\n`).join(''),
};

/** What a spec sets up is inside a `describe` of its own, after which the page is as at the start. @type {Grouping} */
export const FRONTEND = {
  workspace: 'frontend',
  folder: '.data/spec-groups',
  specs: /^frontend\/.*\.spec\.tsx?$/,
  groups: 8,
  suffix: '.spec.tsx',
  text: (specs) =>
    [
      "import { afterAll, describe } from '@jest/globals';",
      "import { resetPage } from '../../src/test/reset-page.cjs';",
      ...specs.map(
        (path) => `describe('${path}', () => {\n  afterAll(resetPage);\n  require('../../${path}');\n});`,
      ),
      '',
    ].join('\n'),
};

/** What a spec does to the modules of its file, or which environment it wants, would be the whole group's. */
const ALONE = /\bjest\.(?:mock|doMock|unstable_mock\w*|isolateModules\w*|resetModules)\(|@jest-environment/;

/** Writes the groups; those that are as they should be stay untouched, since a run may be at them. */
export function writeSpecGroups() {
  for (const { workspace, folder, suffix, text, ...grouping } of [BACKEND, FRONTEND]) {
    const path = join(root, workspace, folder);
    mkdirSync(path, { recursive: true });
    const wanted = new Map(
      groupsOf(specsOf(grouping).grouped, grouping.groups).map((specs, index) => [
        `${index + 1}${suffix}`,
        text(specs.map((spec) => spec.slice(workspace.length + 1))),
      ]),
    );
    const there = readdirSync(path);
    for (const name of there) if (!wanted.has(name)) rmSync(join(path, name));
    for (const [name, content] of wanted)
      if (!there.includes(name) || readFileSync(join(path, name), 'utf8') !== content)
        writeFileSync(join(path, name), content);
  }
}

/**
 * Its specs, and those among them that need a file of their own; paths from the root.
 * @param {Pick<Grouping, 'specs'>} grouping
 */
export function specsOf({ specs }) {
  const all = findSpecs(specs.source);
  const alone = all.filter((path) => ALONE.test(readFileSync(join(root, path), 'utf8')));
  return { grouped: all.filter((path) => !alone.includes(path)), alone };
}

/**
 * Each spec is in one group, and the groups take about equally long: the longest spec that is left goes to the group
 * that has least.
 * @param {readonly string[]} specs paths from the root
 * @param {number} count of groups at most
 * @param {(path: string) => number} [weigh] seconds of a spec
 * @returns {string[][]}
 */
export function groupsOf(specs, count, weigh = (path) => weightOf(join(root, path))) {
  const groups = Array.from({ length: count }, () => ({
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
