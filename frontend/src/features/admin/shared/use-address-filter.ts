import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Names of filters in the address; what a tab does not use is gone when it is left. */
type FilterName = 'q' | 'filter' | 'sort' | 'open';

export interface AddressFilter {
  /** What the address says; an empty text where it says nothing. */
  readonly value: (name: FilterName) => string;
  /** Replaces the address, so that going back leaves the tab; an empty text removes the name. */
  readonly set: (name: FilterName, value: string) => void;
}

/** Filter, search and order of a tab in the address, so that it can be reloaded and shared (OWN-536). */
export function useAddressFilter(): AddressFilter {
  const [params, setParams] = useSearchParams();
  const value = useCallback((name: FilterName) => params.get(name) ?? '', [params]);
  // A change may follow before the page has drawn the one before it (OWN-832).
  const asked = useRef(params);
  useLayoutEffect(() => {
    asked.current = params;
  }, [params]);
  const set = useCallback(
    (name: FilterName, wanted: string) => {
      const next = new URLSearchParams(asked.current);
      if (wanted === '') next.delete(name);
      else next.set(name, wanted);
      asked.current = next;
      setParams(next, { replace: true });
    },
    [setParams],
  );
  return { value, set };
}
