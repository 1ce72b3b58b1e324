import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIgnoreFile } from './ignore-file.js';

/**
 * Copies the files of a folder that its .dockerignore leaves in; ignored folders are skipped whole.
 * @returns the number of files
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
