/**
 * Compiles sources as SWC's transformer does, with one constant multiplied: `SCALED_CONSTANT` says which, as
 * `<file from the root>#<name>#<factor>`. Only the run that asks whether specs notice a changed limit sets it.
 */
import { createRequire } from 'node:module';
import { findConstants, scaleConstant } from '../lib/constants.mjs';

/** @type {{ createTransformer: (options: object) => Transformer }} */
const swc = createRequire(import.meta.url)('@swc/jest');

/**
 * @typedef {object} Transformer
 * @property {boolean} canInstrument
 * @property {(text: string, path: string, options: object) => unknown} process
 * @property {(text: string, path: string, options: object) => Promise<unknown>} processAsync
 * @property {(text: string, path: string, options: object) => string} getCacheKey
 */

const [file = '', name = '', factor = '1'] = (process.env['SCALED_CONSTANT'] ?? '').split('#');
/** The packages of specs are built ones: a source of the contracts is read as what it became. */
const built = file.replace(/^packages\/contracts\/src\/(.*)\.ts$/, 'packages/contracts/dist/$1.js');

/** @param {object} options SWC's @returns {Transformer} */
export function createTransformer(options) {
  const plain = swc.createTransformer(options);
  return {
    canInstrument: plain.canInstrument,
    process: (text, path, jest) => plain.process(scaled(text, path), path, jest),
    processAsync: (text, path, jest) => plain.processAsync(scaled(text, path), path, jest),
    getCacheKey: (text, path, jest) => plain.getCacheKey(scaled(text, path), path, jest),
  };
}

/** @param {string} text @param {string} path */
function scaled(text, path) {
  const isSource = path.endsWith(`/${file}`);
  if (file === '' || (!isSource && !path.endsWith(`/${built}`))) return text;
  const constant = findConstants(text, isSource ? 'ts' : 'js').find((one) => one.name === name);
  if (constant === undefined) throw new Error(`${path} has no constant ${name}`);
  return scaleConstant(text, constant, Number(factor));
}

export default { createTransformer };
