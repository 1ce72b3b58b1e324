/**
 * Bundles each program of backend and bot into a few files, since loading a thousand modules took most of the start
 * time. Programs of a workspace are `src/main.ts` and the files in `src/bin`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../root.mjs';

/** Workspaces whose programs are bundled. */
export const bundledWorkspaces = ['backend', 'bot'];
/** File that the compiler writes last, so that its time tells when the build ended. */
export const buildInfoName = 'tsconfig.build.tsbuildinfo';
/** Workspaces whose code the bundles contain. */
export const bundledSources = ['packages/contracts', ...bundledWorkspaces];

/**
 * Bundles compiled workspaces into `dist/programs`, unless the bundle belongs to the present build.
 * @param {readonly string[]} [workspaces]
 */
export async function bundlePrograms(workspaces = bundledWorkspaces) {
  for (const workspace of workspaces) {
    if (isBundled(workspace)) continue;
    const wanted = hashSources(workspace);
    await writeBundle(workspace);
    writeFileSync(stampFile(workspace), wanted);
  }
}

/** True when a workspace's bundle belongs to its present build. @param {string} workspace */
export function isBundled(workspace) {
  const file = stampFile(workspace);
  return existsSync(file) && readFileSync(file, 'utf8') === hashSources(workspace);
}

/** @param {string} workspace */
const bundleFolder = (workspace) => join(root, workspace, 'dist', 'programs');
/** @param {string} workspace */
const stampFile = (workspace) => join(bundleFolder(workspace), '.built-from');

/** @param {string} workspace */
async function writeBundle(workspace) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: join(root, workspace),
    input: findPrograms(workspace),
    platform: 'node',
    external: nativePackages,
    plugins: [removeOwnRequire],
    onLog: ignoreExpectedLogs,
  });
  const { output } = await bundle.write({
    dir: bundleFolder(workspace),
    format: 'esm',
    chunkFileNames: 'shared/[name].js',
    // Names of classes are kept, since Nest and TypeORM identify classes by name.
    keepNames: true,
  });
  await bundle.close();
  removeEarlierFiles(bundleFolder(workspace), new Set(output.map(({ fileName }) => fileName)));
}

/**
 * Removes files of earlier bundles afterwards, since an emptied folder would leave no program to start for some
 * seconds.
 */
function removeEarlierFiles(/** @type {string} */ folder, /** @type {ReadonlySet<string>} */ kept) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js') && !kept.has(name)) rmSync(join(folder, name));
}

/** Finds the compiled file of each program, by the program's name. @param {string} workspace */
function findPrograms(workspace) {
  const bin = join(root, workspace, 'src', 'bin');
  const names = existsSync(bin) ? readdirSync(bin).filter((name) => !name.includes('spec.')) : [];
  const entries = names.map((name) => name.replace(/\.ts$/, '')).map((name) => [name, `dist/bin/${name}.js`]);
  return { main: 'dist/main.js', ...Object.fromEntries(entries) };
}

/**
 * Hashes everything that a bundle depends on; the compiler's build records contain a hash of each source.
 * @param {string} workspace
 */
function hashSources(workspace) {
  const files = [
    join(root, 'packages', 'contracts', buildInfoName),
    join(root, workspace, buildInfoName),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Packages with native code, which must not be bundled, since the code is found by its path in the package. */
export const nativePackages = [/^@node-rs\//, 'msgpackr-extract', 'sharp'];

/** Warnings to ignore: optional packages that are not installed stay imports, and one package calls `eval`. */
const expectedLogs = new Set(['UNRESOLVED_IMPORT', 'EVAL']);

/** @type {import('rolldown').RolldownOptions['onLog']} */
export const ignoreExpectedLogs = (level, log, handle) =>
  expectedLogs.has(log.code ?? '') || handle(level, log);

const ownRequire = 'const require = createRequire(import.meta.url);';

/**
 * Bundler plugin that removes a module's own `require`, which would load a second copy of modules in the bundle.
 * @type {import('rolldown').Plugin}
 */
export const removeOwnRequire = {
  name: 'own-require',
  transform: {
    filter: { id: /node_modules/, code: ownRequire },
    handler: (code) => code.replace(ownRequire, ''),
  },
};
