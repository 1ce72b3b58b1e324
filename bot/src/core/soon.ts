/** Runs an act some ms after it was asked for, once for all who ask meanwhile. @returns what asks for it */
export function soon(act: () => void, waitMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, waitMs).unref();
  };
}
