import type { Page } from 'playwright-core';
import type { ScreensShop, Viewer } from './screens-shop.js';

/** A scene: a screen, its viewer, and how to open it. */
export interface Scene {
  /** Name of the scene's picture files. */
  readonly name: string;
  readonly title: string;
  readonly viewer: Viewer;
  /** True when the scene exists in the dark theme only. */
  readonly darkOnly?: true;
  /**
   * True when the scene is checked by nightly runs only, not by `npm test`: it shows parts of another scene, or changes
   * rarely.
   */
  readonly isAside?: true;
  /** Opens the screen, and waits until it is complete. */
  readonly show: (page: Page, screensShop: ScreensShop) => Promise<void>;
}
