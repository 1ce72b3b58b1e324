/** Type of the project that house rules read: paths and texts, so that a spec can give a rule an invented project. */

/**
 * @typedef {object} Project
 * @property {readonly string[]} paths of all its files, from the root
 * @property {(path: string) => string} read the text of a file; empty when there is none
 */
/**
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} demand what it demands, in one sentence
 * @property {(project: Project) => string[]} find its problems: `path:line: what is wrong and what to do`
 */

/** Formats a position in a text as `path:line`. @param {string} path @param {string} text @param {number} index */
export const placeOf = (path, text, index) => `${path}:${text.slice(0, index).split('\n').length}`;

/**
 * Finds names in a page that do not exist.
 * @param {string} path
 * @param {string} text
 * @param {RegExp} pattern whose first group is a name
 * @param {(name: string) => boolean} isKnown
 * @param {string} words after the name in a problem
 */
export const findUnknown = (path, text, pattern, isKnown, words) =>
  [...text.matchAll(pattern)]
    .filter(([, name = '']) => !isKnown(name))
    .map(({ 1: name, index }) => `${placeOf(path, text, index)}: ${name} ${words}`);
