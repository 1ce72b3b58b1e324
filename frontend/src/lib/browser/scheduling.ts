/** Maximum wait for a paint, which never comes in a background tab, ms. */
const PAINT_TIMEOUT_MS = 250;
/** Maximum delay of idle work, ms. */
const IDLE_MS = 1_500;

/** Resolves after a delay in ms. */
export const delay = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Resolves in a new task, after pending rendering and input. */
export const nextTask = async (): Promise<void> => await delay(0);

/** Resolves after the next paint. */
export const nextPaint = async (): Promise<void> =>
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_TIMEOUT_MS);
  });

/** Resolves when the browser is idle, or after a short timeout. */
export const whenIdle = async (): Promise<void> =>
  await new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve);
  });

/** Delay after load in browsers without requestIdleCallback, ms. */
const FALLBACK_MS = 3_000;

/** Resolves when the page is loaded and the browser idle, without a timeout. */
export const whenLoadedAndIdle = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
    });
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, FALLBACK_MS);
  });
};

/** The promise's result. @throws DOMException `TimeoutError` after `ms` */
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
