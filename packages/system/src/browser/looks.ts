import type { BrowserContextOptions } from 'playwright-core';
import type { Theme } from './visitor.js';

/** A device and a theme: every walk through the shop is made with each; in the light ones by people who want no motion. */
export interface Look extends BrowserContextOptions {
  readonly name: string;
  readonly theme: Theme;
}

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const looks: readonly Look[] = [
  { name: 'desktop, dark', theme: 'dark', ...desktop },
  { name: 'desktop, light', theme: 'light', reducedMotion: 'reduce', ...desktop },
  { name: 'phone, dark', theme: 'dark', ...phone },
  { name: 'phone, light', theme: 'light', reducedMotion: 'reduce', ...phone },
];
