/** Which tests a command line asks for. */
import { join } from 'node:path';
import { findSpecs } from './find-files.mjs';
import { changedFiles, recordedSpecs, specsFor } from './spec-files.mjs';
import { levels } from './levels.mjs';
import { root, StepError } from './root.mjs';

/**
 * @typedef {object} Choice
 * @property {readonly ChosenLevel[]} chosen
 * @property {boolean} everything whether nothing was left out, so that the checks belong to it
 */
/** @typedef {{ level: import('./levels.mjs').Level, args: readonly string[] }} ChosenLevel a level and Jest's arguments */

/** Runner of Jest that keeps which files a spec executes. */
const RECORDING = ['--testRunner', join(root, 'packages', 'local', 'jest', 'record-files.mjs')];

/**
 * Specs of the files that changed since a commit, given as `[commit] [Jest's arguments]`.
 * @param {readonly string[]} argv
 * @returns {Choice}
 */
function chooseChanged(argv) {
  const since = argv[0]?.startsWith('-') ? undefined : argv[0];
  const recorded = recordedSpecs();
  if (recorded.size === 0)
    throw new StepError('No spec was recorded yet: npm test -- --record unit, and int where there is time.');
  const specs = specsFor(changedFiles(since), recorded, findSpecs('.'));
  if (specs.length === 0) throw new StepError('No spec executes what changed.');
  console.log(`\n  ${specs.length} specs execute what changed, of ${recorded.size} recorded`);
  const flags = since === undefined ? argv : argv.slice(1);
  return { chosen: ofLevels(levels, specs, [...flags, ...RECORDING]), everything: false };
}

/**
 * Reads `[--only <level>] [<pattern> …] [Jest's arguments]`; nothing means everything but what takes long. `--changed
 * [<commit>]` takes the specs that executed what changed, by the last `--record [<level>] [<pattern> …]`.
 * @param {readonly string[]} argv
 * @returns {Choice}
 * @throws StepError for an unknown level, Jest's arguments alone, or a pattern that no spec's path contains
 */
export function chooseTests(argv) {
  if (argv.length === 0) {
    const chosen = levels.filter(({ isAside }) => !isAside).map((level) => ({ level, args: [] }));
    return { chosen, everything: true };
  }
  if (argv[0] === '--changed') return chooseChanged(argv.slice(1));
  if (argv[0] === '--record') {
    const isLevel = levels.some(({ name }) => name === argv[1]);
    const { chosen } = chooseTests(isLevel ? ['--only', ...argv.slice(1)] : argv.slice(1));
    // A level by itself runs its specs in groups, which are no specs.
    return {
      chosen: chosen.map(({ level, args }) => ({ level, args: [...args, ...RECORDING] })),
      everything: false,
    };
  }
  const isOnly = argv[0] === '--only';
  const among = isOnly ? levels.filter(({ name }) => name === argv[1]) : levels;
  if (among.length === 0)
    throw new StepError(`--only takes one of ${levels.map((level) => level.name).join(', ')}`);
  const rest = isOnly ? argv.slice(2) : argv;
  const flagsAt = rest.findIndex((word) => word.startsWith('-'));
  const patterns = flagsAt === -1 ? rest : rest.slice(0, flagsAt);
  const flags = rest.slice(patterns.length);
  if (patterns.length === 0 && !isOnly)
    throw new StepError(`${flags[0]} comes after a pattern: npm test -- <pattern> ${flags[0]} …`);
  if (patterns.length === 0)
    return { chosen: among.map((level) => ({ level, args: flags })), everything: false };
  return { chosen: withSpecs(among, patterns, flags), everything: false };
}

/**
 * The levels that have such specs. Jest gets their paths: its own patterns also match folders above the project.
 * @param {readonly import('./levels.mjs').Level[]} among
 * @param {readonly string[]} patterns
 * @param {readonly string[]} flags
 * @returns {ChosenLevel[]}
 */
function withSpecs(among, patterns, flags) {
  const specs = new Set(
    patterns.flatMap((pattern) => {
      const found = findSpecs(pattern).filter((path) => among.some(({ files }) => files.test(path)));
      if (found.length === 0) throw new StepError(`No spec's path contains ${pattern}.`);
      return found;
    }),
  );
  return ofLevels(among, [...specs], flags);
}

/**
 * @param {readonly import('./levels.mjs').Level[]} among
 * @param {readonly string[]} specs
 * @param {readonly string[]} flags
 * @returns {ChosenLevel[]}
 */
function ofLevels(among, specs, flags) {
  return among
    .map((level) => ({ level, paths: specs.filter((path) => level.files.test(path)) }))
    .filter(({ paths }) => paths.length > 0)
    .map(({ level, paths }) => ({
      level,
      args: [...flags, '--runTestsByPath', ...paths.map((path) => join(root, path))],
    }));
}
