/** Specs by a word of their path. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'docs', '.data']);

/**
 * Paths of the specs, from the root, that contain the pattern.
 * @param {string} pattern a regular expression, as Jest takes it; upper and lower case are the same
 */
export function findSpecs(pattern) {
  const wanted = new RegExp(pattern, 'i');
  return ['packages', 'backend', 'bot', 'frontend']
    .flatMap((folder) => specsBelow(join(root, folder)))
    .map((path) => relative(root, path))
    .filter((path) => wanted.test(path));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function specsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : specsBelow(path);
    return /spec\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
