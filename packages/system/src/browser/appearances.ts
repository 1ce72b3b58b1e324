import type { BrowserContextOptions } from 'playwright-core';
import type { Theme } from './visitor.js';

/** A device and a theme. */
export interface Appearance extends BrowserContextOptions {
  readonly name: string;
  readonly theme: Theme;
}

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Every walk through the shop is made with each: both devices, both themes, with and without motion. */
export const appearances: readonly Appearance[] = [
  { name: 'phone, dark', theme: 'dark', ...phone },
  { name: 'desktop, light', theme: 'light', reducedMotion: 'reduce', ...desktop },
];
