import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type RefObject } from 'react';

type Rows = readonly { readonly id: number }[];

/** Keeps the rows in view where they are when others come or go above them; at the top new ones are seen to come. */
export function useKeptPlace(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: Rows,
): void {
  /** The first row in view of some rows, and where it begins, px. */
  const first = useRef<{ readonly rows: Rows; readonly id: number; readonly start: number }>(undefined);
  useLayoutEffect(() => {
    const startOf = (index: number) => virtualizer.measurementsCache[index]?.start;
    const known = first.current;
    if (known && known.rows !== rows && (scroller.current?.scrollTop ?? 0) > 0) {
      const start = startOf(rows.findIndex(({ id }) => id === known.id));
      if (start !== undefined && start !== known.start)
        scroller.current?.scrollBy({ top: start - known.start });
    }
    const index = virtualizer.range?.startIndex ?? 0;
    const start = startOf(index);
    const row = rows[index];
    first.current = row && start !== undefined ? { rows, id: row.id, start } : undefined;
  });
}
