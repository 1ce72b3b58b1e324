/** Dependencies: installed when missing or older than the lock file. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, StepError } from './house.mjs';
import { runNpm } from './shell.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.pax-install');
/** npm writes this one last, so it tells a whole installation from half of one. */
const npmRecord = join(root, 'node_modules', '.package-lock.json');

function wantedStamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}`;
}

function isInstalled(wanted) {
  if (!existsSync(npmRecord)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true;
  // Somebody installed by hand after the lock file changed.
  return statSync(npmRecord).mtimeMs >= statSync(lockFile).mtimeMs;
}

/** Brings node_modules up to the lock file. Costs milliseconds when it is. */
export async function ensureInstalled(env) {
  const wanted = wantedStamp();
  if (!isInstalled(wanted)) {
    console.log('  · install      bringing the dependencies (npm ci), once');
    const began = Date.now();
    const seconds = () => Math.round((Date.now() - began) / 1000);
    // Without a terminal npm shows nothing until the end.
    const ticker = process.stdout.isTTY
      ? undefined
      : setInterval(() => console.log(`  · install      still at it, ${seconds()} s`), 10_000);
    const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    let { code } = await runNpm(['ci', ...options], env, { show: true });
    if (code !== 0) {
      // A registry that carries only some systems' packages makes `npm ci` refuse the lock file; this keeps its
      // versions as well, and leaves the file as it is.
      console.log('  · install      npm ci refused, trying npm install');
      ({ code } = await runNpm(['install', '--no-save', ...options], env, { show: true }));
    }
    clearInterval(ticker);
    if (code !== 0) throw new StepError('The dependencies could not be installed; npm says why above.');
    console.log(`  ✓ install      ${seconds()} s`);
  }
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) writeFileSync(stampFile, wanted);
}
