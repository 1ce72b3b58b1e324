import { findBrowser } from '@pax/local';
import { chromium, type Browser } from 'playwright-core';
import { settings } from '../settings.js';

/** Pages of specs live for seconds: optimising their scripts costs a seventh of the browser's time without benefit. */
const UNOPTIMISED = '--js-flags=--no-maglev --no-opt';
/** For measurements of scripts: Chromium uses the last of equal arguments. */
export const OPTIMISED = '--js-flags=';

/**
 * Starts the Chromium of tests and pictures: the given one, the system's, or the one from npm.
 * @param more arguments in addition to the default ones
 */
export async function startChromium(extraArguments: readonly string[] = []): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: await findBrowser(settings),
    // Root cannot use Chromium's sandbox; the pages are trusted.
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--force-color-profile=srgb',
      '--hide-scrollbars',
      UNOPTIMISED,
      ...extraArguments,
    ],
  });
}
