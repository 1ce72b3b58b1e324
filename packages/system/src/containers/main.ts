import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings } from '../settings.js';
import { copyContext } from './build-context.js';
import { parseCompose } from './compose-file.js';
import { Container } from './container.js';
import { startTestServices } from './test-services.js';
import { executeBuild, type Built } from './execute-build.js';
import { COMPOSE, lintContainers } from './lint.js';
import { tryShop, tryWithoutSettings } from './try-images.js';

type Log = (line: string) => void;

/** Reads the container files and says prints what is wrong. @returns whether nothing is */
export function lint(root: string, log: Log): boolean {
  const faults = lintContainers(root);
  for (const fault of faults) log(`✗ ${fault}`);
  if (faults.length === 0) log('✓ the files are in order');
  return faults.length === 0;
}

/**
 * Builds both images in an empty folder with an empty npm cache, and runs the shop from the result.
 * @throws Error with the output of what failed
 */
export async function buildAndTry(root: string, log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pax-containers-'));
  // The images' user has to get in.
  chmodSync(folder, 0o755);
  try {
    const context = join(folder, 'context');
    log(`· the build sees ${copyContext(root, context)} files`);
    const build = async (name: 'backend' | 'bot'): Promise<Built> => {
      log(`· building ${name}`);
      const built = await executeBuild({
        dockerfile: join(root, name, 'Dockerfile'),
        context,
        folder: join(folder, name),
        environment: npmEnvironment(folder),
        log: (line) => log(`    ${line}`),
      });
      log(`✓ ${name} is built: ${megabytesIn(built.folder)} MB beside the base image`);
      return built;
    };
    const images = { backend: await build('backend'), bot: await build('bot') };
    if (!Container.isStrict) log('· not root: process 1 and the foreign owner of the files are not tried');
    await tryWithoutSettings(images, (line) => log(`✓ ${line}`));
    const file = parseCompose(readFileSync(join(root, COMPOSE), 'utf8'));
    const services = await startTestServices(folder);
    try {
      await tryShop(images, file, services, (line) => log(`✓ ${line}`));
    } finally {
      await services.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm with an empty cache and home, asking the registry that this machine asks. */
function npmEnvironment(folder: string): Record<string, string> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return {
    PATH: settings.searchPath,
    HOME: home,
    npm_config_registry: registry,
    npm_config_cache: join(home, 'npm-cache'),
    npm_config_update_notifier: 'false',
  };
}

function megabytesIn(folder: string): number {
  return Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
}
