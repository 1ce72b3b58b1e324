import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { needs, rootFolder, runProgram, findProgram, isExecutable } from './process/programs.js';

/**
 * Runs in a separate process with a cloud's environment, since the package unpacks the libraries that a bare machine
 * lacks (NSS, NSPR, Expat) only in the cloud.
 */
const unpackScript = `
  const { default: chromium } = await import(process.argv[1]);
  await chromium.executablePath();
`;

/**
 * Unpacks the npm package's Chromium once, with a start script that adds its own libraries and fonts.
 * @throws Error with the one command to run when it does not start here
 */
export async function npmChromium(): Promise<string> {
  const { entry, version } = locate();
  const folder = join(rootFolder, 'node_modules', '.cache', `pax-chromium-${version}`);
  const wrapper = join(folder, 'chromium.sh');
  if (!existsSync(wrapper)) await unpack(entry, folder, wrapper);
  const { code, stderr } = await runProgram(wrapper, ['--version'], { timeoutMs: 20_000 });
  if (code === 0) return wrapper;
  throw new Error(
    `the npm package's Chromium does not start here (${stderr.trim().slice(0, 200)}); run: ` +
      `sudo apt-get install -y ${needs.browser.packages.join(' ')}`,
  );
}

function locate(): { entry: string; version: string } {
  try {
    const entry = createRequire(join(rootFolder, 'packages', 'system', 'package.json')).resolve(
      '@sparticuz/chromium',
    );
    const folder = entry.slice(0, entry.lastIndexOf(join('@sparticuz', 'chromium')));
    const manifest = join(folder, '@sparticuz', 'chromium', 'package.json');
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
    return { entry, version };
  } catch {
    throw new Error(
      `no browser found; run: npm ci, or: sudo apt-get install -y ${needs.browser.packages.join(' ')}`,
    );
  }
}

async function unpack(entry: string, folder: string, wrapper: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  chmodSync(draft, 0o755);
  const { code, stderr } = await runProgram(
    process.execPath,
    ['--input-type=module', '-e', unpackScript, pathToFileURL(entry).href],
    { env: { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }, timeoutMs: 120_000 },
  );
  if (code !== 0)
    throw new Error(`the npm package's Chromium could not be unpacked: ${stderr.trim().slice(0, 300)}`);
  chmodSync(join(draft, 'chromium'), 0o755);
  const lines = [
    '#!/bin/sh',
    'here=$(dirname "$(readlink -f "$0")")',
    'export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/al2023/lib"',
    '[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"',
    'exec "$here/chromium" "$@"',
  ];
  writeFileSync(join(draft, 'chromium.sh'), `${lines.join('\n')}\n`, { mode: 0o755 });
  try {
    renameSync(draft, folder);
  } catch {
    // Another process unpacked it at the same time; its copy is used.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(wrapper)) throw new Error(`could not put Chromium into ${folder}`);
  }
}

/** Where to look for a browser; all of it comes from the environment. */
export interface BrowserOptions {
  /** `CHROMIUM_PATH`: this one, or an error. */
  readonly chromiumPath?: string;
  /** `PATH`. */
  readonly searchPath: string;
}

/**
 * Finds a Chromium: the given one, else the system's, else the one npm brought. As root it needs `--no-sandbox`.
 * @returns the program's path @throws Error with one line that says what to do
 */
export async function findBrowser(options: BrowserOptions): Promise<string> {
  if (options.chromiumPath !== undefined) {
    if (isExecutable(options.chromiumPath)) return options.chromiumPath;
    throw new Error(`CHROMIUM_PATH names ${options.chromiumPath}, which is no program`);
  }
  return (
    needs.browser.paths.find((path) => isExecutable(path)) ??
    findProgram(needs.browser.programs, options.searchPath) ??
    (await npmChromium())
  );
}
