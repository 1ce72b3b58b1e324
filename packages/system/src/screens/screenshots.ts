import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { waitForContent } from '../browser/cold-pages.js';
import { waitUntilStable } from '../browser/wait-until-stable.js';
import { Visitor } from '../browser/visitor.js';
import type { Scene } from './scene.js';
import type { ScreensShop, Viewer } from './screens-shop.js';

export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;
export const THEMES = ['dark', 'light'] as const;

export type Device = keyof typeof DEVICES;
export type Theme = (typeof THEMES)[number];

/** Quality of WebP pictures, percent; lower values blur edges. */
const QUALITY = 78;

/** Returns the file name of a picture. */
export const pictureFile = (scene: Scene, device: Device, theme: Theme): string =>
  `${scene.name}.${device}.${theme}.webp`;

/** Takes the pictures for one device and theme, with one browser context per viewer. */
export class Screenshots {
  private readonly visitors = new Map<Viewer, Visitor>();

  constructor(
    private readonly browser: Browser,
    private readonly screensShop: ScreensShop,
    private readonly device: Device,
    private readonly theme: Theme,
  ) {}

  /** Takes the picture of a scene. @returns its size, bytes @throws Error if the page has no content */
  async takePicture(scene: Scene, folder: string): Promise<number> {
    const { page } = await this.getVisitor(scene.viewer);
    await scene.show(page, this.screensShop);
    await waitForContent(page);
    await waitUntilStable(page);
    const picture = await captureWindow(page);
    await writeFile(`${folder}/${pictureFile(scene, this.device, this.theme)}`, picture);
    return picture.length;
  }

  async close(): Promise<void> {
    for (const visitor of this.visitors.values()) await visitor.close();
  }

  private async getVisitor(viewer: Viewer): Promise<Visitor> {
    const known = this.visitors.get(viewer);
    if (known) return known;
    const visitor = await Visitor.open(this.browser, this.screensShop.shop, {
      ...DEVICES[this.device],
      theme: this.theme,
      colorScheme: this.theme,
      reducedMotion: 'reduce',
      isReturning: viewer !== 'newcomer',
    });
    if (viewer !== 'visitor' && viewer !== 'newcomer')
      await visitor.useSessionOf(this.screensShop.people[viewer]);
    this.visitors.set(viewer, visitor);
    return visitor;
  }
}

/** Captures the window as WebP, which Playwright's own call does not support. */
async function captureWindow(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}
