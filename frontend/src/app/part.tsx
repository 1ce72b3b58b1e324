import { createElement, startTransition, Suspense, useEffect, useState, type ComponentType } from 'react';

interface PartProps<P extends object> {
  readonly wanted: boolean;
  /** Fetches its code; the same function on every call. */
  readonly load: () => Promise<ComponentType<P>>;
  /** The code could not be fetched; it is tried again the next time that it is wanted. The same on every call. */
  readonly onFail: () => void;
  readonly props: P;
  /** Nobody asked for it: it is drawn in short turns, and what one does meanwhile is answered first. */
  readonly isUnasked?: boolean;
}

/**
 * A part of the page whose code is fetched when it is first wanted. Then it stays, so that what was opened can also be
 * seen closing. A fetch that fails takes nothing else with it.
 */
export function Part<P extends object>({ wanted, load, onFail, props, isUnasked = false }: PartProps<P>) {
  const [fetched, setFetched] = useState<ComponentType<P>>();
  const missing = wanted && !fetched;
  useEffect(() => {
    if (!missing) return undefined;
    let gone = false;
    load().then(
      (code) => {
        const draw = () => setFetched(() => code);
        return !gone && (isUnasked ? startTransition(draw) : draw());
      },
      () => !gone && onFail(),
    );
    return () => {
      gone = true;
    };
  }, [missing, load, onFail, isUnasked]);
  return fetched ? <Suspense>{createElement(fetched, props)}</Suspense> : null;
}
