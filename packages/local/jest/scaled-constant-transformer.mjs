/** Jest transformer that compiles sources with SWC and multiplies one constant, used by mutation tests of limits. */
import { createRequire } from 'node:module';
import { findConstants, sourceLanguage, scaleConstant } from '../lib/limits/find-limit-constants.mjs';

/** @type {{ createTransformer: (options: object) => Transformer }} */
const swc = createRequire(import.meta.url)('@swc/jest');

/**
 * @typedef {object} Transformer
 * @property {boolean} canInstrument
 * @property {(text: string, path: string, options: object) => unknown} process
 * @property {(text: string, path: string, options: object) => Promise<unknown>} processAsync
 * @property {(text: string, path: string, options: object) => string} getCacheKey
 */
/**
 * Name of a constant, its file, and the factor to multiply it by
 * @typedef {{ file: string, name: string, factor: number }} Change the constant and its factor
 */

/**
 * @param {object & { change?: Change }} options options of SWC, and the change; without a change, sources stay as
 *   they are
 * @returns {Transformer}
 */
export function createTransformer({ change, ...options }) {
  const plain = swc.createTransformer(options);
  /** @param {string} text @param {string} path */
  const scaled = (text, path) => (change === undefined ? text : scaleInText(text, path, change));
  return {
    canInstrument: plain.canInstrument,
    process: (text, path, jest) => plain.process(scaled(text, path), path, jest),
    processAsync: (text, path, jest) => plain.processAsync(scaled(text, path), path, jest),
    // Test runs differ only in the changed constant, so a file without it is compiled once for all of them.
    getCacheKey: (text, path, jest) =>
      plain.getCacheKey(scaled(text, path), path, { ...jest, configString: JSON.stringify(options) }),
  };
}

/** @param {string} text @param {string} path @param {Change} change */
function scaleInText(text, path, { file, name, factor }) {
  const isSource = path.endsWith(`/${file}`);
  // Specs import the built contracts, so a constant of the contracts is changed in the built file.
  const built = file.replace(/^packages\/contracts\/src\/(.*)\.ts$/, 'packages/contracts/dist/$1.js');
  if (!isSource && !path.endsWith(`/${built}`)) return text;
  const constant = findConstants(text, sourceLanguage(path)).find((one) => one.name === name);
  if (constant === undefined) throw new Error(`${path} has no constant ${name}`);
  return scaleConstant(text, constant, factor);
}

export default { createTransformer };
