/** What both bundles of libraries have in common. */

/** Packages with machine code, which finds itself by its own folder. */
export const native = [/^@node-rs\//, 'msgpackr-extract', 'sharp'];

/** Parts of packages that are optional and not installed stay imports; one package evaluates text. */
const expectedLogs = new Set(['UNRESOLVED_IMPORT', 'EVAL']);

/** @type {import('rolldown').RolldownOptions['onLog']} */
export const quiet = (level, log, handle) => expectedLogs.has(log.code ?? '') || handle(level, log);

const ownRequire = 'const require = createRequire(import.meta.url);';

/**
 * A module with a `require` of its own would load a second copy of what the bundle already has.
 * @type {import('rolldown').Plugin}
 */
export const seeOwnRequire = {
  name: 'own-require',
  transform: {
    filter: { id: /node_modules/, code: ownRequire },
    handler: (code) => code.replace(ownRequire, ''),
  },
};
