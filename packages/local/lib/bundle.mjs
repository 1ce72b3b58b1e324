/**
 * The programs of backend and bot, each in a few files: to find and read a thousand modules took most of a start.
 * A workspace's programs are `src/main.ts` and what lies in `src/bin`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './root.mjs';

/** Workspaces with programs that are bundled. */
export const bundled = ['backend', 'bot'];
/** What the compiler writes after everything else of a build. */
export const buildRecord = 'tsconfig.build.tsbuildinfo';
/** Workspaces whose code is in the bundles. */
export const sources = ['packages/contracts', ...bundled];

/**
 * Bundles from what the compiler wrote into `dist/programs`, where that is not from the same build.
 * @param {readonly string[]} [workspaces]
 */
export async function bundlePrograms(workspaces = bundled) {
  for (const workspace of workspaces) {
    if (isBundled(workspace)) continue;
    const wanted = sourcesOf(workspace);
    await write(workspace);
    writeFileSync(stampFile(workspace), wanted);
  }
}

/** Whether a workspace's bundle is that of its present build. @param {string} workspace */
export function isBundled(workspace) {
  const file = stampFile(workspace);
  return existsSync(file) && readFileSync(file, 'utf8') === sourcesOf(workspace);
}

/** @param {string} workspace */
const folderOf = (workspace) => join(root, workspace, 'dist', 'programs');
/** @param {string} workspace */
const stampFile = (workspace) => join(folderOf(workspace), '.built-from');

/** @param {string} workspace */
async function write(workspace) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: join(root, workspace),
    input: programsOf(workspace),
    platform: 'node',
    external: native,
    plugins: [seeOwnRequire],
    onLog: quiet,
  });
  const { output } = await bundle.write({
    dir: folderOf(workspace),
    format: 'esm',
    chunkFileNames: 'shared/[name].js',
    // Nest and TypeORM know classes by name.
    keepNames: true,
  });
  await bundle.close();
  removeOthers(folderOf(workspace), new Set(output.map(({ fileName }) => fileName)));
}

/** Files of earlier bundles; emptied before, the folder would for seconds have no program to start. */
function removeOthers(/** @type {string} */ folder, /** @type {ReadonlySet<string>} */ kept) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js') && !kept.has(name)) rmSync(join(folder, name));
}

/** The compiled file of each program, by name. @param {string} workspace */
function programsOf(workspace) {
  const bin = join(root, workspace, 'src', 'bin');
  const names = existsSync(bin) ? readdirSync(bin).filter((name) => !name.includes('spec.')) : [];
  const entries = names.map((name) => name.replace(/\.ts$/, '')).map((name) => [name, `dist/bin/${name}.js`]);
  return { main: 'dist/main.js', ...Object.fromEntries(entries) };
}

/** A hash of what decides on a bundle; the compiler's records hold one of every source. @param {string} workspace */
function sourcesOf(workspace) {
  const files = [
    join(root, 'packages', 'contracts', buildRecord),
    join(root, workspace, buildRecord),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

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
