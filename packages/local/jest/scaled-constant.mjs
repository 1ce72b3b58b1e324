/**
 * Compiles sources as SWC's transformer does, with one constant multiplied. Only the run that asks whether specs notice
 * a changed limit uses it.
 */
import { createRequire } from 'node:module';
import { findConstants, languageOf, scaleConstant } from '../lib/constants.mjs';

/** @type {{ createTransformer: (options: object) => Transformer }} */
const swc = createRequire(import.meta.url)('@swc/jest');

/**
 * @typedef {object} Transformer
 * @property {boolean} canInstrument
 * @property {(text: string, path: string, options: object) => unknown} process
 * @property {(text: string, path: string, options: object) => Promise<unknown>} processAsync
 * @property {(text: string, path: string, options: object) => string} getCacheKey
 */
/** @typedef {{ file: string, name: string, factor: number }} Change which constant, and by what it is multiplied */

/**
 * @param {object & { change?: Change }} options SWC's, and the change; without one, sources stay as they are
 * @returns {Transformer}
 */
export function createTransformer({ change, ...options }) {
  const plain = swc.createTransformer(options);
  /** @param {string} text @param {string} path */
  const scaled = (text, path) => (change === undefined ? text : scaledText(text, path, change));
  return {
    canInstrument: plain.canInstrument,
    process: (text, path, jest) => plain.process(scaled(text, path), path, jest),
    processAsync: (text, path, jest) => plain.processAsync(scaled(text, path), path, jest),
    // The projects differ in their change alone, so that an unchanged file is compiled once for all of them.
    getCacheKey: (text, path, jest) =>
      plain.getCacheKey(scaled(text, path), path, { ...jest, configString: JSON.stringify(options) }),
  };
}

/** @param {string} text @param {string} path @param {Change} change */
function scaledText(text, path, { file, name, factor }) {
  const isSource = path.endsWith(`/${file}`);
  // The packages of specs are built ones: a source of the contracts is read as what it became.
  const built = file.replace(/^packages\/contracts\/src\/(.*)\.ts$/, 'packages/contracts/dist/$1.js');
  if (!isSource && !path.endsWith(`/${built}`)) return text;
  const constant = findConstants(text, languageOf(path)).find((one) => one.name === name);
  if (constant === undefined) throw new Error(`${path} has no constant ${name}`);
  return scaleConstant(text, constant, factor);
}

export default { createTransformer };
