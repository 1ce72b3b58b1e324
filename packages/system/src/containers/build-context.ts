import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIgnoreFile } from './ignore-file.js';

/**
 * Copies what a build would see of a folder: what its .dockerignore leaves in. An ignored folder is not entered, so
 * nothing within one can be taken back in.
 * @returns how many files that are
 */
export function copyContext(from: string, to: string): number {
  const isIgnored = readIgnoreFile(readFileSync(join(from, '.dockerignore'), 'utf8'));
  let count = 0;
  const enter = (folder: string): void => {
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnored(path)) continue;
      if (entry.isDirectory()) enter(path);
      if (!entry.isFile()) continue;
      mkdirSync(dirname(join(to, path)), { recursive: true });
      copyFileSync(join(from, path), join(to, path));
      count += 1;
    }
  };
  enter('');
  return count;
}
