import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Names of filter parameters in the address; changing the tab removes them. */
type FilterName = 'q' | 'filter' | 'sort' | 'open';

export interface AddressFilter {
  /** Returns the value of a parameter in the address; empty if absent. */
  readonly value: (name: FilterName) => string;
  /** Replaces the address, so that going back leaves the tab; an empty text removes the parameter. */
  readonly set: (name: FilterName, value: string) => void;
}

/**
 * Keeps filter, search and order of a tab in the address, so that it can be reloaded and shared. A change is shown at
 * once, because the router's transition may be slower than the next key press.
 */
export function useAddressFilter(): AddressFilter {
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
  return { value, set };
}
