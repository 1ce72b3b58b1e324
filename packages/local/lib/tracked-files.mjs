/** The project's own texts, as Git sees them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEXT = /\.(ts|tsx|mjs|cjs|sql|md)$/;

/**
 * Tracked and new files of a checkout; what is ignored or deleted is left out.
 * @param {string} root
 */
export function trackedFiles(root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listing = execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listing.split('\0'))]
    .filter((path) => TEXT.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
