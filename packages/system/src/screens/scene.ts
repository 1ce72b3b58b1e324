import type { Page } from 'playwright-core';
import type { ScreensShop, Viewer } from './screens-shop.js';

/** One screen: who sees it, and how to get there. */
export interface Scene {
  /** File name and anchor. */
  readonly name: string;
  readonly title: string;
  readonly viewer: Viewer;
  /** Exists in the dark theme only. */
  readonly darkOnly?: true;
  /** Made of parts that another scene shows: `npm run faults` judges it, `npm test` does not. */
  readonly isAlike?: true;
  /** Ends when the screen is there. */
  readonly show: (page: Page, screensShop: ScreensShop) => Promise<void>;
}
