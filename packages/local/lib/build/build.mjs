/** Builds the workspaces that have changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { assertSuccess, run, runNode, runNpm } from '../run-program.mjs';

/** Workspaces of a running shop; the compiler also builds the packages that they use. */
const shop = ['packages/stand-ins', 'packages/local', 'backend', 'bot'];
/** All workspaces to compile: those of the shop, and the specs of the whole system. */
const everything = ['packages/contracts', ...shop, 'packages/system'];
const frontend = join(root, 'frontend');
const stampFile = join(frontend, 'dist', '.built-from');

/**
 * Deletes build records of workspaces whose `dist` folder is gone, since the compiler would believe that they are
 * built.
 */
function forgetDeletedBuilds() {
  for (const project of everything) {
    const folder = join(root, project);
    if (!existsSync(join(folder, 'dist')))
      rmSync(join(folder, 'tsconfig.build.tsbuildinfo'), { force: true });
  }
}

/** Compiles the workspaces that a running shop needs. */
export async function buildShop() {
  await compile(shop);
}

/** Compiles all workspaces. */
export async function buildEverything() {
  await compile(everything, ['--tests']);
}

/**
 * Bundles the programs in a separate process, so that its memory is freed afterwards.
 * @throws StepError when the bundler fails
 */
export async function bundle(options = /** @type {string[]} */ ([])) {
  const program = join(root, 'packages', 'local', 'bin', 'bundle.mjs');
  assertSuccess(await run(process.execPath, [program, ...options]), 'The programs could not be bundled.');
}

/** @param {readonly string[]} projects @param {string[]} [options] for bundling */
async function compile(projects, options) {
  forgetDeletedBuilds();
  const began = Date.now();
  const files = projects.map((project) => `${project}/tsconfig.build.json`);
  const result = await runNode('typescript/bin/tsc', ['-b', ...files]);
  assertSuccess(result, 'The build failed.');
  await bundle(options);
  const took = Date.now() - began;
  if (took > 1_500) console.log(`  ✓ build        ${(took / 1000).toFixed(1)} s`);
}

/**
 * Builds the frontend when its sources, the contracts or the lock file have changed since the last build.
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildFrontend(env) {
  const wanted = frontendSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const began = Date.now();
  console.log('  · frontend     building');
  assertSuccess(await runNpm(['run', 'build', '-w', 'frontend'], env), 'The frontend build failed.');
  mkdirSync(join(frontend, 'dist'), { recursive: true });
  writeFileSync(stampFile, wanted);
  console.log(`  ✓ frontend     ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

function frontendSources() {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(frontend, (name) => !['node_modules', 'dist', 'docs'].includes(name)),
    ...filesBelow(join(root, 'packages', 'contracts', 'dist')).filter((file) => file.endsWith('.js')),
    join(root, 'package-lock.json'),
  ];
  for (const file of files.filter((name) => !/\.spec\.tsx?$/.test(name))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @param {(name: string) => boolean} [enters]
 * @returns {string[]}
 */
function filesBelow(folder, enters = () => true) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return enters(entry.name) ? filesBelow(path, enters) : [];
    return entry.isFile() ? [path] : [];
  });
}
