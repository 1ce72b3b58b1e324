import { createElement, startTransition, Suspense, useEffect, useState, type ComponentType } from 'react';

interface PartProps<P extends object> {
  readonly wanted: boolean;
  /** Loads its code; must be a stable function. */
  readonly load: () => Promise<ComponentType<P>>;
  /** Called when loading failed; the next request retries. Must be a stable function. */
  readonly onFail: () => void;
  readonly props: P;
  /** Renders as a transition, so that user input takes precedence. */
  readonly isUnasked?: boolean;
}

/**
 * A lazily loaded part of the page. It stays mounted after the first use so that closing can animate; a
 * failed load affects nothing else.
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
