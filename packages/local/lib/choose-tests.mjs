/** Chooses the tests that the arguments of `npm test` name. */
import { join } from 'node:path';
import { findSpecs } from './find-files.mjs';
import { listChangedFiles, readRecordedSpecs, specsForChanges } from './executed-files.mjs';
import { testLevels } from './test-levels.mjs';
import { root } from './root.mjs';
import { StepError } from './run-main.mjs';

/**
 * @typedef {object} Choice
 * @property {readonly ChosenLevel[]} chosen
 * @property {boolean} isEverything true when no test is left out, so that the checks run too
 */
/** @typedef {{ level: import('./test-levels.mjs').Level, args: readonly string[] }} ChosenLevel a level and Jest's arguments */

/** Arguments that make Jest use the runner that records the files a spec executes. */
const RECORDING_RUNNER = ['--testRunner', join(root, 'packages', 'local', 'jest', 'recording-runner.mjs')];

/**
 * Chooses the specs that execute files changed since a commit, from the arguments `[commit] [Jest's arguments]`.
 * @param {readonly string[]} argv
 * @returns {Choice}
 */
function chooseChangedSpecs(argv) {
  const since = argv[0]?.startsWith('-') ? undefined : argv[0];
  const recorded = readRecordedSpecs();
  if (recorded.size === 0)
    throw new StepError('No spec was recorded yet: npm test -- --record unit, and int where there is time.');
  const specs = specsForChanges(listChangedFiles(since), recorded, findSpecs('.'));
  if (specs.length === 0) throw new StepError('No spec executes what changed.');
  console.log(`\n  ${specs.length} specs execute what changed, of ${recorded.size} recorded`);
  const flags = since === undefined ? argv : argv.slice(1);
  return { chosen: divideByLevel(testLevels, specs, [...flags, ...RECORDING_RUNNER]), isEverything: false };
}

/**
 * Reads the arguments `[--only <level>] [<pattern> …] [Jest's arguments]`; without arguments, chooses every level
 * except `long`. `--changed [<commit>]` chooses the specs that executed changed files in the last run with `--record`.
 * @param {readonly string[]} argv
 * @returns {Choice}
 * @throws StepError for an unknown level, Jest's arguments alone, or a pattern that no spec's path contains
 */
export function chooseTests(argv) {
  if (argv.length === 0) {
    const chosen = testLevels.filter(({ isAside }) => !isAside).map((level) => ({ level, args: [] }));
    return { chosen, isEverything: true };
  }
  if (argv[0] === '--changed') return chooseChangedSpecs(argv.slice(1));
  if (argv[0] === '--record') {
    const isLevel = testLevels.some(({ name }) => name === argv[1]);
    const { chosen } = chooseTests(isLevel ? ['--only', ...argv.slice(1)] : argv.slice(1));
    // With arguments, specs are not run in groups, since a group could not be recorded spec by spec.
    return {
      chosen: chosen.map(({ level, args }) => ({ level, args: [...args, ...RECORDING_RUNNER] })),
      isEverything: false,
    };
  }
  const isOnly = argv[0] === '--only';
  const among = isOnly ? testLevels.filter(({ name }) => name === argv[1]) : testLevels;
  if (among.length === 0)
    throw new StepError(`--only takes one of ${testLevels.map((level) => level.name).join(', ')}`);
  const rest = isOnly ? argv.slice(2) : argv;
  const flagsAt = rest.findIndex((word) => word.startsWith('-'));
  const patterns = flagsAt === -1 ? rest : rest.slice(0, flagsAt);
  const flags = rest.slice(patterns.length);
  if (patterns.length === 0 && !isOnly)
    throw new StepError(`${flags[0]} comes after a pattern: npm test -- <pattern> ${flags[0]} …`);
  if (patterns.length === 0)
    return { chosen: among.map((level) => ({ level, args: flags })), isEverything: false };
  return { chosen: chooseByPatterns(among, patterns, flags), isEverything: false };
}

/**
 * Chooses levels and specs by patterns. Jest gets whole paths, since its own patterns also match folders above the
 * project.
 * @param {readonly import('./test-levels.mjs').Level[]} among
 * @param {readonly string[]} patterns
 * @param {readonly string[]} flags
 * @returns {ChosenLevel[]}
 */
function chooseByPatterns(among, patterns, flags) {
  const specs = new Set(
    patterns.flatMap((pattern) => {
      const found = findSpecs(pattern).filter((path) => among.some(({ files }) => files.test(path)));
      if (found.length === 0) throw new StepError(`No spec's path contains ${pattern}.`);
      return found;
    }),
  );
  return divideByLevel(among, [...specs], flags);
}

/**
 * @param {readonly import('./test-levels.mjs').Level[]} among
 * @param {readonly string[]} specs
 * @param {readonly string[]} flags
 * @returns {ChosenLevel[]}
 */
function divideByLevel(among, specs, flags) {
  return among
    .map((level) => ({ level, paths: specs.filter((path) => level.files.test(path)) }))
    .filter(({ paths }) => paths.length > 0)
    .map(({ level, paths }) => ({
      level,
      args: [...flags, '--runTestsByPath', ...paths.map((path) => join(root, path))],
    }));
}
