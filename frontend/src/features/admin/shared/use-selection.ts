import { useState } from 'react';

interface Selection {
  readonly selectedId: number | undefined;
  readonly select: (id: number) => void;
  /** The row at an offset from the selection; without one the first or last; undefined when empty. */
  readonly neighbour: (by: 1 | -1) => number | undefined;
}

/** The row that keys act on. When it leaves the list, the row that takes its place is selected. */
export function useSelection(ids: readonly number[]): Selection {
  const [chosen, select] = useState<number>();
  const [place, setPlace] = useState(0);
  const at = chosen === undefined ? -1 : ids.indexOf(chosen);
  if (at >= 0 && at !== place) setPlace(at);
  const selectedId = chosen === undefined || at >= 0 ? chosen : ids[Math.min(place, ids.length - 1)];

  const neighbour = (by: 1 | -1): number | undefined => {
    const from = selectedId === undefined ? (by === 1 ? -1 : ids.length) : ids.indexOf(selectedId);
    return ids[Math.min(ids.length - 1, Math.max(0, from + by))];
  };
  return { selectedId, select, neighbour };
}
