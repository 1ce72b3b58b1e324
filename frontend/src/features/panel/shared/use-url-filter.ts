import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Name of an address parameter that filters a list; such parameters are removed when the tab changes. */
type FilterName = 'q' | 'filter' | 'view' | 'sort' | 'open';

export interface UrlFilter {
  /** Returns the value of an address parameter; an empty text if it is absent. */
  readonly value: (name: FilterName) => string;
  /**
   * Sets an address parameter without a new history entry, so that going back leaves the tab; empty text removes it.
   */
  readonly set: (name: FilterName, value: string) => void;
}

/**
 * Keeps filter, search and sort order of a tab in the address, for reloading and sharing. A change is visible at once,
 * because the router may be slower than typing.
 */
export function useUrlFilter(): UrlFilter {
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState(params);
  const value = useCallback((name: FilterName) => shown.get(name) ?? '', [shown]);
  const asked = useRef(params);
  const undrawn = useRef<string[]>([]);
  useLayoutEffect(() => {
    const drawn = undrawn.current.indexOf(params.toString());
    undrawn.current = drawn < 0 ? [] : undrawn.current.slice(drawn + 1);
    if (undrawn.current.length > 0) return;
    asked.current = params;
    setShown(params);
  }, [params]);
  const set = useCallback(
    (name: FilterName, wanted: string) => {
      const next = new URLSearchParams(asked.current);
      if (wanted === '') next.delete(name);
      else next.set(name, wanted);
      if (next.toString() !== asked.current.toString()) undrawn.current.push(next.toString());
      asked.current = next;
      setShown(next);
      setParams(next, { replace: true });
    },
    [setParams],
  );
  return useMemo(() => ({ value, set }), [value, set]);
}
