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
    const { code } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'], env, { show: true });
    clearInterval(ticker);
    if (code !== 0) throw new StepError('npm ci failed; its words are above.');
    console.log(`  ✓ install      ${seconds()} s`);
  }
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) writeFileSync(stampFile, wanted);
}
