/** Which tests a command line asks for. */
import { findSpecs } from './find-specs.mjs';
import { levels } from './levels.mjs';
import { StepError } from './root.mjs';

/**
 * @typedef {object} Choice
 * @property {readonly import('./levels.mjs').Level[]} chosen
 * @property {readonly string[]} args for Jest
 * @property {boolean} everything whether nothing was left out, so that the checks belong to it
 */

/**
 * Reads `[--only <level>]`, `<pattern> [Jest's arguments]` or nothing, which means everything.
 * @param {readonly string[]} argv
 * @returns {Choice}
 * @throws StepError for an unknown level, or a pattern that no spec's path contains
 */
export function chooseTests([first, ...rest]) {
  if (first === undefined) return { chosen: levels, args: [], everything: true };
  if (first === '--only') {
    const [name, ...args] = rest;
    const chosen = levels.filter((level) => level.name === name);
    if (chosen.length > 0) return { chosen, args, everything: false };
    throw new StepError(`--only takes one of ${levels.map((level) => level.name).join(', ')}`);
  }
  const specs = findSpecs(first);
  const chosen = levels.filter(({ files }) => specs.some((path) => files.test(path)));
  if (chosen.length === 0) throw new StepError(`No spec's path contains ${first}.`);
  return { chosen, args: ['--testPathPatterns', first, ...rest], everything: false };
}
