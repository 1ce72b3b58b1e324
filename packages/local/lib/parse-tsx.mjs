/**
 * Loaded before dependency-cruiser: it asks its parser for plain TypeScript whatever the file is called, and cannot
 * read JSX. Here files with an `x` at the end are read as what they are.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;

/** @param {string} path @param {object} options */
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('x') });
