import { createElement, startTransition, Suspense, useEffect, useState, type ComponentType } from 'react';

interface PartProps<P extends object> {
  readonly wanted: boolean;
  /** Fetches its code; the same function on every call. */
  readonly load: () => Promise<ComponentType<P>>;
  /** The code could not be fetched; it is tried again the next time that it is wanted. The same on every call. */
  readonly onFail: () => void;
  readonly props: P;
}

/**
 * A part of the page whose code is fetched when it is first wanted. Then it stays, so that what was opened can also be
 * seen closing. A fetch that fails takes nothing else with it.
 */
export function Part<P extends object>({ wanted, load, onFail, props }: PartProps<P>) {
  const [fetched, setFetched] = useState<ComponentType<P>>();
  const missing = wanted && !fetched;
  useEffect(() => {
    if (!missing) return undefined;
    let gone = false;
    load().then(
      // In short turns: what one does meanwhile is answered first.
      (code) => !gone && startTransition(() => setFetched(() => code)),
      () => !gone && onFail(),
    );
    return () => {
      gone = true;
    };
  }, [missing, load, onFail]);
  return fetched ? <Suspense>{createElement(fetched, props)}</Suspense> : null;
}
