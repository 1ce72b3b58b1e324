import { findBrowser } from '@pax/local';
import { chromium, type Browser } from 'playwright-core';
import { settings } from '../settings.js';

/**
 * A page of a spec lives for seconds: optimising its scripts costs a seventh of the browser's time and never pays.
 */
const UNOPTIMISED = '--js-flags=--no-maglev --no-opt';
/** For who measures scripts: Chromium takes the last of equal arguments. */
export const OPTIMISED = '--js-flags=';

/**
 * Starts the Chromium that tests and pictures use: given, of the system, or the one npm brought.
 * @param more arguments beside those that every test has
 */
export async function startChromium(more: readonly string[] = []): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: await findBrowser(settings),
    // Root may not use Chromium's own sandbox; the pages are ours.
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--force-color-profile=srgb',
      '--hide-scrollbars',
      UNOPTIMISED,
      ...more,
    ],
  });
}
