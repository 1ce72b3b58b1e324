/** Collects requests of an act: it runs once, `waitMs` after the first of them. @returns the request function */
export function soon(act: () => void, waitMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, waitMs).unref();
  };
}
