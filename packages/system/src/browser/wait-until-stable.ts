import type { Page } from 'playwright-core';

/** Waits until a page no longer changes: fonts and visible pictures are loaded, finite animations are finished. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isInView = (element: Element): boolean => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    await document.fonts.ready;
    const pictures = [...document.images].filter((picture) => isInView(picture));
    await Promise.all(pictures.map(async (picture) => picture.decode().catch(() => undefined)));
    const isFinite = (animation: Animation): boolean =>
      animation.effect?.getComputedTiming().endTime !== Infinity;
    const moving = document.getAnimations().filter((animation) => isFinite(animation));
    await Promise.all(moving.map(async (animation) => animation.finished.catch(() => undefined)));
  });
}
