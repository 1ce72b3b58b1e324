/** Installs dependencies when they are missing, or older than the lock file. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { assertSuccess, runNpm } from './run-program.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.pax-install');
/** npm writes this file last, so its presence proves that the installation is complete. */
const npmRecord = join(root, 'node_modules', '.package-lock.json');

function expectedStamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}`;
}

/** @param {string} wanted */
function isInstalled(wanted) {
  if (!existsSync(npmRecord)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true;
  // Dependencies that were installed by hand after the lock file changed count as complete too.
  return statSync(npmRecord).mtimeMs >= statSync(lockFile).mtimeMs;
}

/**
 * Runs `npm ci`, or `npm install` where a registry lacks packages of other systems, so that `npm ci` refuses the lock
 * file. Locked versions and the lock file stay unchanged.
 * @param {NodeJS.ProcessEnv} env
 */
async function install(env) {
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const strict = await runNpm(['ci', ...options], env);
  if (strict.code === 0) return strict;
  console.log('  · install      npm ci refused; trying npm install');
  return await runNpm(['install', '--no-save', ...options], env);
}

/**
 * Installs the versions of the lock file into node_modules. Takes milliseconds when nothing has changed.
 * @param {NodeJS.ProcessEnv} env
 */
export async function ensureDependencies(env) {
  const wanted = expectedStamp();
  if (!isInstalled(wanted)) {
    console.log('  · install      bringing the dependencies, once');
    const began = Date.now();
    const seconds = () => Math.round((Date.now() - began) / 1000);
    const ticker = setInterval(() => console.log(`  · install      still at it, ${seconds()} s`), 10_000);
    const result = await install(env);
    clearInterval(ticker);
    assertSuccess(result, 'The dependencies could not be installed; npm says why above.');
    console.log(`  ✓ install      ${seconds()} s`);
  }
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) writeFileSync(stampFile, wanted);
}
