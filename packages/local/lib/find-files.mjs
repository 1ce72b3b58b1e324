/** Lists the project's own files, as Git knows them, and finds specs by a part of their path. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

const TEXT = /\.(ts|tsx|mjs|cjs|sql|md)$/;

/**
 * Lists the files of a checkout that are tracked or new, without ignored and deleted files.
 * @param {string} folder
 */
export function listTrackedFiles(folder) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listing = execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listing.split('\0'))].filter((path) => path !== '' && existsSync(join(folder, path)));
}

/**
 * Reads the text files among the tracked and new files of a checkout.
 * @param {string} folder
 */
export function readTrackedFiles(folder) {
  return listTrackedFiles(folder)
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

const SKIPPED = new Set(['node_modules', 'dist', 'docs', '.data']);

/**
 * Finds the specs whose path, from the root, matches the pattern.
 * @param {string} pattern a regular expression, as for Jest; case does not matter
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
