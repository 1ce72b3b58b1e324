import { findBrowser } from '@pax/local';
import { chromium, type Browser } from 'playwright-core';
import { settings } from '../settings.js';

/**
 * Browser arguments for specs, whose pages live for seconds: optimising scripts would cost a seventh of the time
 * without benefit.
 */
const UNOPTIMISED = '--js-flags=--no-maglev --no-opt';
/** Argument for measurements of scripts; Chromium uses the last of several equal arguments. */
export const OPTIMISED = '--js-flags=';

/**
 * Starts Chromium for tests and pictures: the given one, the system's, or the one from npm.
 * @param more arguments in addition to the default ones
 */
export async function startChromium(extraArguments: readonly string[] = []): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: await findBrowser(settings),
    // The sandbox is switched off for root, who cannot use it; the pages are trusted.
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--force-color-profile=srgb',
      '--hide-scrollbars',
      UNOPTIMISED,
      ...extraArguments,
    ],
  });
}
