/** A paint that never comes (the tab is in the background) is not waited for longer, ms. */
const UNSEEN_MS = 250;
/** Work that nobody waits for is done at the latest after this, ms. */
const IDLE_MS = 1_500;

/** Resolves after so many ms. */
export const pause = async (ms: number): Promise<void> =>
  await new Promise((go) => {
    setTimeout(go, ms);
  });

/** Resolves in a turn of its own: what is drawn or pressed meanwhile goes first. */
export const nextTurn = async (): Promise<void> => await pause(0);

/** Resolves when the browser has drawn what the page holds now. */
export const painted = async (): Promise<void> =>
  await new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, UNSEEN_MS);
  });

/** Resolves when the browser has nothing better to do, or soon. */
export const idle = async (): Promise<void> =>
  await new Promise((go) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => go(), { timeout: IDLE_MS });
    else setTimeout(go);
  });

/** Where a browser can't say that it rests, so long after the page is loaded, ms. */
const SURELY_MS = 3_000;

/** Resolves when the page is loaded and the browser has nothing to do, however long that takes. */
export const resting = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((go) => {
      addEventListener('load', go, { once: true });
    });
  await new Promise<void>((go) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => go());
    else setTimeout(go, SURELY_MS);
  });
};

/** What `work` yields. @throws Error when it takes longer than so many ms */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Nothing came within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
