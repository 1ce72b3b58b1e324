import type { BrowserContextOptions } from 'playwright-core';
import type { Theme } from './visitor.js';

/** Look of a page: device and theme. */
export interface Appearance extends BrowserContextOptions {
  readonly name: string;
  readonly theme: Theme;
}

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const phoneDark: Appearance = { name: 'phone, dark', theme: 'dark', ...phone };
export const desktopLight: Appearance = {
  name: 'desktop, light',
  theme: 'light',
  reducedMotion: 'reduce',
  ...desktop,
};

/**
 * Both devices, both themes, with and without motion: each payment method is tested with all of them, other flows with
 * one.
 */
export const appearances: readonly Appearance[] = [phoneDark, desktopLight];
