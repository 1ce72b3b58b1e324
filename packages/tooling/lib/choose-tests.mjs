/** Which tests a command line asks for. */
import { join } from 'node:path';
import { findSpecs } from './find-specs.mjs';
import { levels } from './levels.mjs';
import { root, StepError } from './root.mjs';

/**
 * @typedef {object} Choice
 * @property {readonly ChosenLevel[]} chosen
 * @property {boolean} everything whether nothing was left out, so that the checks belong to it
 */
/** @typedef {{ level: import('./levels.mjs').Level, args: readonly string[] }} ChosenLevel a level and Jest's arguments */

/**
 * Reads `[--only <level>] [<pattern> …] [Jest's arguments]`; nothing means everything.
 * @param {readonly string[]} argv
 * @returns {Choice}
 * @throws StepError for an unknown level, Jest's arguments alone, or a pattern that no spec's path contains
 */
export function chooseTests(argv) {
  if (argv.length === 0) return { chosen: levels.map((level) => ({ level, args: [] })), everything: true };
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
  return among
    .map((level) => ({ level, paths: [...specs].filter((path) => level.files.test(path)) }))
    .filter(({ paths }) => paths.length > 0)
    .map(({ level, paths }) => ({
      level,
      args: [...flags, '--runTestsByPath', ...paths.map((path) => join(root, path))],
    }));
}
