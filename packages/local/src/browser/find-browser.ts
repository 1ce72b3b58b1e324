import { findProgram, isExecutable } from '../process/find-program.js';
import { needs } from '../process/needs.js';
import { npmChromium } from './npm-chromium.js';

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
