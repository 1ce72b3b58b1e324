import type { AdminProduct } from '@pax/contracts';
import { useCallback, useState } from 'react';

export interface Chosen {
  /** The chosen ones among the shown products. */
  readonly products: readonly AdminProduct[];
  readonly select: (id: number, selected: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Removes deleted products from the choice, so that restored ones come back unchosen. */
  readonly drop: (gone: readonly number[]) => void;
}

/** The choice among the products that are shown. */
export function useChosen(shown: readonly AdminProduct[]): Chosen {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const select = useCallback(
    (id: number, selected: boolean) =>
      setIds((known) => new Set(selected ? [...known, id] : [...known].filter((other) => other !== id))),
    [],
  );
  return {
    products: shown.filter(({ id }) => ids.has(id)),
    select,
    selectAll: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    drop: (gone) => setIds((known) => new Set([...known].filter((id) => !gone.includes(id)))),
  };
}
