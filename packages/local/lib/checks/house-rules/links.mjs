/** House rule: links between pages and to files lead somewhere. */
import { posix } from 'node:path';
import { findUnknown } from './rule.mjs';

/** @type {import('./rule.mjs').Rule} */
export const links = {
  name: 'links',
  demand: 'Links of pages lead to files that exist.',
  find({ paths, read }) {
    const files = new Set(paths);
    const isThere = (/** @type {string} */ path) =>
      files.has(path) || paths.some((one) => one.startsWith(`${path}/`));
    return paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        findUnknown(
          path,
          read(path),
          /\]\((?![a-z]+:|#)([^)#\s]+)/g,
          (link) => isThere(posix.join(posix.dirname(path), link).replace(/\/$/, '')),
          'does not exist: correct the link',
        ),
      );
  },
};
