/** Maximum wait for the next paint, ms, because a background tab never paints. */
const PAINT_TIMEOUT_MS = 250;
/** Maximum delay of work that waits for an idle browser, ms. */
const IDLE_MS = 1_500;

/** Resolves after a delay in ms. */
export const delay = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Resolves in a new task, after pending rendering and user input. */
export const waitForNextTask = async (): Promise<void> => await delay(0);

/** Resolves after the next paint. */
export const waitForNextPaint = async (): Promise<void> =>
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_TIMEOUT_MS);
  });

/** Resolves when the browser is idle, at the latest after a short timeout. */
export const waitUntilIdle = async (): Promise<void> =>
  await new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve);
  });

/** Delay after the load event in browsers without requestIdleCallback, ms. */
const FALLBACK_MS = 3_000;

/** Resolves once the page is loaded and the browser is idle, however long that takes. */
export const waitUntilLoadedAndIdle = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
    });
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, FALLBACK_MS);
  });
};

/**
 * Returns the result of a promise.
 *
 * @throws DOMException `TimeoutError` if the promise takes longer than `ms`
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`No result within ${ms} ms.`, 'TimeoutError')), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
