/**
 * Preloaded into dependency-cruiser, whose parser reads every file as TypeScript without JSX; makes it parse files
 * ending in `x` as JSX.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;

/** @param {string} path @param {object} options */
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('x') });
