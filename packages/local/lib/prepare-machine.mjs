/**
 * Checks that the machine has the programs that tests need: as root, installs them; otherwise, fails with the command
 * to run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { StepError } from './run-main.mjs';
import { findProgram, isProgram, run } from './run-program.mjs';

/**
 * Programs and packages of the machine, by purpose (see needs.json).
 * @type {{ redis: { programs: string[], packages: string[] }, browser: { paths: string[], programs: string[],
 *   packages: string[] }, emoji: { paths: string[], packages: string[] } }}
 */
const needs = JSON.parse(readFileSync(new URL('../needs.json', import.meta.url), 'utf8'));

/**
 * Makes sure that the machine has a Redis and a browser.
 * @throws StepError within seconds when one is missing
 * @param {NodeJS.ProcessEnv} env
 * @param {{ isRoot?: boolean, forPictures?: boolean, fonts?: string[] }} options `isRoot`: packages may be installed; `forPictures`: a font with emoji is needed, one of the files `fonts`
 */
export async function prepareMachine(env, options = {}) {
  const { isRoot = process.getuid?.() === 0, forPictures = false, fonts = needs.emoji.paths } = options;
  /** @type {string[]} */
  const missing = [];
  const hasRedis = env.REDIS_URL || findProgram(needs.redis.programs, env.PATH);
  if (!hasRedis) missing.push(...needs.redis.packages);
  if (!hasBrowser(env)) missing.push(...needs.browser.packages);
  // Systems other than Linux already have a font with emoji.
  const lacksEmoji = process.platform === 'linux' && !fonts.some((path) => existsSync(path));
  if (forPictures && lacksEmoji) missing.push(...needs.emoji.packages);
  if (missing.length === 0) return;

  const who = forPictures ? 'The pictures need' : 'The tests need';
  const command = `apt-get install -y ${missing.join(' ')}`;
  if (!isRoot || findProgram(['apt-get'], env.PATH) === undefined) {
    const others = missing.join(' and ');
    const how = findProgram(['apt-get'], env.PATH)
      ? `run: sudo ${command}`
      : `install ${others} with this system's package manager`;
    throw new StepError(`${who} ${others}; ${how}`);
  }
  console.log(`  · machine      ${command}`);
  const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env: aptEnv });
  let { code, output } = await install();
  if (code !== 0) {
    // A new system image has no package lists, so they are fetched first.
    await run('apt-get', ['update'], { env: aptEnv });
    ({ code, output } = await install());
  }
  if (code !== 0)
    throw new StepError(`${output.slice(-1_500)}\n${who} ${missing.join(' and ')}; this failed: ${command}`);
}

/**
 * True when the machine has a browser, or npm's package (for 64-bit PCs with Linux) brings one.
 * @param {NodeJS.ProcessEnv} env
 */
function hasBrowser(env) {
  if (env.CHROMIUM_PATH) return isProgram(env.CHROMIUM_PATH);
  const { paths, programs } = needs.browser;
  if (paths.some((path) => isProgram(path)) || findProgram(programs, env.PATH)) return true;
  return process.platform === 'linux' && process.arch === 'x64';
}
