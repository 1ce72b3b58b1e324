/** To which spec a test of a file belongs: a group's file has those of several. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';
import { specsOfGroup } from './spec-weights.mjs';

/** So much of a title is in its file's text, whatever a row of a table fills in behind it. */
const TITLE_START = 24;

/**
 * Reads a file's specs once.
 * @param {string} file path of a spec or a group
 * @returns {(title: string) => string} the spec's path from the root, by a test's outermost title; the file's own when
 *   no spec has such a title
 */
export function specsByTitle(file) {
  const specs = specsOfGroup(file).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const withText = (/** @type {string} */ words) => specs.find(({ text }) => text.includes(words))?.path;
  return (title) => {
    if (title === '') return relative(root, file);
    const named = specs.find(({ path }) => path.endsWith(title))?.path;
    return relative(root, named ?? withText(title) ?? withText(title.slice(0, TITLE_START)) ?? file);
  };
}
