import type { Page } from 'playwright-core';
import type { ScreensShop, Viewer } from './screens-shop.js';

/** A screen: its viewer, and how to open it. */
export interface Scene {
  /** Name of its picture files. */
  readonly name: string;
  readonly title: string;
  readonly viewer: Viewer;
  /** Exists in the dark theme only. */
  readonly darkOnly?: true;
  /** Made of parts that another scene shows, or rarely changed: judged in the night, not by `npm test`. */
  readonly isAside?: true;
  /** Opens the screen and waits for it. */
  readonly show: (page: Page, screensShop: ScreensShop) => Promise<void>;
}
