/**
 * Groups specs into common files, since Jest loads every module anew for every file, which takes most of the time of a
 * short spec, and specs in one file can share a running shop.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSpecs } from './find-files.mjs';
import { root } from './root.mjs';
import { weightOf } from './spec-weights.mjs';

/**
 * @typedef {object} Grouping
 * @property {string} workspace
 * @property {string} folder where in the workspace the groups are written: nothing else takes them for sources there
 * @property {RegExp} specs paths of its specs from the root
 * @property {number | RegExp} groups so many that none waits long at the end; or what names a spec's group in its text,
 *   without which it is alone
 * @property {string} suffix of a group's file
 * @property {RegExp} alone what the text of a spec has that needs a file of its own
 * @property {(specs: readonly string[]) => string} text of a group, by the paths of its specs from the workspace
 */

/** Matches specs that mock modules or choose an environment, which would affect all specs of their group. */
const OWN_MODULES =
  /\bjest\.(?:mock|doMock|unstable_mock\w*|isolateModules\w*|resetModules)\(|@jest-environment/;
/** Matches a hook outside of `describe`, which would run for all specs of the group. */
const OWN_HOOKS = new RegExp(`${OWN_MODULES.source}|^(?:before|after)(?:All|Each)\\(`, 'm');

/** Fields that groupings of module specs share: each spec is imported. */
const modules = /** @type {const} */ ({
  folder: 'dist/spec-groups',
  alone: OWN_HOOKS,
  text: (/** @type {readonly string[]} */ specs) =>
    specs.map((path) => `import '../../${path.replace(/\.ts$/, '.js')}';\n`).join(''),
});
const unit = /** @type {const} */ ({ ...modules, suffix: '.spec.ts' });
const integration = /** @type {const} */ ({ ...modules, suffix: '.int-spec.ts' });

/** @type {Grouping} */
export const CONTRACTS = {
  ...unit,
  workspace: 'packages/contracts',
  specs: /^packages\/contracts\/.*\.spec\.ts$/,
  groups: 1,
};

/** @type {Grouping} */
export const BACKEND_UNIT = { ...unit, workspace: 'backend', specs: /^backend\/.*\.spec\.ts$/, groups: 2 };

/** These specs each start a backend of their own. @type {Grouping} */
export const BACKEND = {
  ...integration,
  workspace: 'backend',
  specs: /^backend\/.*\.int-spec\.ts$/,
  groups: 9,
};

/** @type {Grouping} */
export const BOT_UNIT = { ...unit, workspace: 'bot', specs: /^bot\/.*\.spec\.ts$/, groups: 2 };

/** @type {Grouping} */
export const BOT = { ...integration, workspace: 'bot', specs: /^bot\/.*\.int-spec\.ts$/, groups: 5 };

/** Frontend specs set up everything inside a `describe` and leave the page as it was at the start. @type {Grouping} */
export const FRONTEND = {
  workspace: 'frontend',
  folder: '.data/spec-groups',
  specs: /^frontend\/.*\.spec\.tsx?$/,
  groups: 8,
  suffix: '.spec.tsx',
  alone: OWN_MODULES,
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

/** Specs of the whole shop, grouped by the shop that they name and share. @type {Grouping} */
export const SYSTEM = {
  ...integration,
  workspace: 'packages/system',
  specs: /^packages\/system\/.*\.int-spec\.ts$/,
  groups: /\bsharedShop\('(\w+)'\)/,
};

/** All groupings, by the name of the Jest project that runs the groups. */
export const GROUPINGS = {
  'contracts-groups': CONTRACTS,
  'backend-groups': BACKEND_UNIT,
  'bot-groups': BOT_UNIT,
  'frontend-groups': FRONTEND,
  'backend-int-groups': BACKEND,
  'bot-int-groups': BOT,
  'system-groups': SYSTEM,
};

/** Writes the files of the groups; unchanged ones are not written again, since a running Jest may be reading them. */
export function writeSpecGroups() {
  for (const { workspace, folder, suffix, text, ...grouping } of Object.values(GROUPINGS)) {
    const path = join(root, workspace, folder);
    mkdirSync(path, { recursive: true });
    const wanted = new Map(
      groupsOf(specsOf(grouping).grouped, grouping.groups).map((specs, index) => [
        `${index + 1}${suffix}`,
        text(specs.map((spec) => spec.slice(workspace.length + 1))),
      ]),
    );
    const there = readdirSync(path).filter((name) => name.endsWith(suffix));
    for (const name of there) if (!wanted.has(name)) rmSync(join(path, name));
    for (const [name, content] of wanted)
      if (!there.includes(name) || readFileSync(join(path, name), 'utf8') !== content)
        writeFileSync(join(path, name), content);
  }
}

/**
 * Lists the specs that share a group's file, and those that run alone because they would affect their group; paths from
 * the root.
 * @param {Pick<Grouping, 'specs' | 'groups' | 'alone'>} grouping
 */
export function specsOf({ specs, groups, alone: ownFile }) {
  const all = findSpecs(specs.source);
  const alone = all.filter((path) => {
    const text = textOf(path);
    return ownFile.test(text) || (groups instanceof RegExp && !groups.test(text));
  });
  return { grouped: all.filter((path) => !alone.includes(path)), alone };
}

/** @param {string} path from the root */
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/**
 * Divides specs into groups: by the group that a spec names, or into a number of groups of about equal duration, for
 * which the longest remaining spec is put into the shortest group.
 * @param {readonly string[]} specs paths from the root
 * @param {Grouping['groups']} by
 * @param {(path: string) => number} [weigh] seconds of a spec
 * @returns {string[][]}
 */
export function groupsOf(specs, by, weigh = (path) => weightOf(join(root, path))) {
  if (by instanceof RegExp) {
    /** @type {Record<string, string[]>} */
    const named = {};
    for (const path of specs) (named[by.exec(textOf(path))?.[1] ?? path] ??= []).push(path);
    return Object.values(named).map((group) => group.toSorted((a, b) => weigh(b) - weigh(a)));
  }
  return equalGroups(specs, by, weigh);
}

/**
 * @param {readonly string[]} specs
 * @param {number} count
 * @param {(path: string) => number} weigh
 */
function equalGroups(specs, count, weigh) {
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
