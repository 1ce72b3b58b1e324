import type { Page } from 'playwright-core';

/**
 * Leaves requests to an address unanswered.
 * @returns a function that lets later requests through; removing the route would also answer the unanswered ones
 */
export async function hangRequests(page: Page, address: RegExp): Promise<() => void> {
  let hangs = true;
  await page.route(address, async (route) => (hangs ? undefined : route.continue()));
  return () => {
    hangs = false;
  };
}

/** Holds requests until the returned function is called. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((go) => {
    release = go;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
