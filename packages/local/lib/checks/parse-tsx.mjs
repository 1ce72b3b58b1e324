/**
 * Preloaded into dependency-cruiser, which makes SWC parse every file as TypeScript without JSX. With this module,
 * files whose name ends in `x` are parsed as JSX.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;

/** @param {string} path @param {object} options */
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('x') });
