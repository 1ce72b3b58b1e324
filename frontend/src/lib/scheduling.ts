/** A paint that never comes (the tab is in the background) is not waited for longer, ms. */
const PAINT_TIMEOUT_MS = 250;
/** Work that nobody waits for is done at the latest after this, ms. */
const IDLE_MS = 1_500;

/** Resolves after so many ms. */
export const delay = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Resolves in a turn of its own: what is drawn or pressed meanwhile goes first. */
export const nextTask = async (): Promise<void> => await delay(0);

/** Resolves when the browser has drawn what the page holds now. */
export const nextPaint = async (): Promise<void> =>
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_TIMEOUT_MS);
  });

/** Resolves when the browser has nothing better to do, or soon. */
export const whenIdle = async (): Promise<void> =>
  await new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve);
  });

/** Where a browser can't say that it rests, so long after the page is loaded, ms. */
const FALLBACK_MS = 3_000;

/** Resolves when the page is loaded and the browser has nothing to do, however long that takes. */
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

/** What `work` yields. @throws Error when it takes longer than so many ms */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No result within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
