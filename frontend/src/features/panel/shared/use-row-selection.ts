import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { UrlFilter } from './use-url-filter';
import { useKeyBindings, type KeyBindings } from './use-key-bindings';

interface Selection {
  /** Id of the row that the user chose; it may no longer be in the list. */
  readonly chosenId: number | undefined;
  /**
   * Id of the row on which keys act: the chosen one, or its successor if the user's own action removed the chosen one.
   */
  readonly selectedId: number | undefined;
  readonly select: (id: number) => void;
  /** Called when the user changes the selected row, which may remove the row from the list. */
  readonly onAct: () => void;
  /**
   * Returns the id of the row before or after the chosen one; without a chosen one the first or last; undefined if
   * empty.
   */
  readonly neighbour: (by: 1 | -1) => number | undefined;
}

interface Chosen {
  readonly id: number | undefined;
  /** Ids of the list when the chosen row was last at its position. */
  readonly known: readonly number[];
  /** Ids of the list when the user changed the chosen row, which may have removed the row. */
  readonly actedIn?: readonly number[];
}

/** Returns the nearest rows before and after the chosen one in an earlier list that are still in the list. */
function neighboursOf({ id, known }: Chosen, ids: readonly number[]) {
  const place = id === undefined ? -1 : known.indexOf(id);
  if (place < 0) return { before: undefined, after: undefined };
  const present = new Set(ids);
  const isInList = (other: number) => present.has(other);
  return { before: known.slice(0, place).findLast(isInList), after: known.slice(place + 1).find(isInList) };
}

/**
 * Tracks the row on which keys act. If it moves or leaves the list, its old position counts, so that no row is
 * skipped; if another user removed it, no row is selected, so that keys act on no row by accident.
 */
function useSelection(ids: readonly number[]): Selection {
  const [chosen, setChosen] = useState<Chosen>({ id: undefined, known: ids });
  const { id, known, actedIn } = chosen;
  const { before, after } = useMemo(() => neighboursOf(chosen, ids), [chosen, ids]);
  const at = id === undefined ? -1 : ids.indexOf(id);
  const isInPlace =
    at >= 0 &&
    (before === undefined || ids.indexOf(before) < at) &&
    (after === undefined || ids.indexOf(after) > at);
  const hasStayed = at >= 0 && actedIn !== undefined && actedIn !== ids;
  if ((isInPlace && known !== ids) || hasStayed)
    setChosen({ id, known: isInPlace ? ids : known, ...(!hasStayed && actedIn && { actedIn }) });

  const selectedId = at >= 0 ? id : actedIn && (after ?? before);
  const findNeighbour = (by: 1 | -1): number | undefined => {
    if (isInPlace) return ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    const [wanted, other] = by === 1 ? [after, before] : [before, after];
    return wanted ?? (at >= 0 ? id : other) ?? ids.at(by === 1 ? 0 : -1);
  };
  // The earlier list is kept while the row has moved, so that `j` and `k` do not visit a row twice.
  const select = (wanted: number): void =>
    setChosen({ id: wanted, known: isInPlace || !known.includes(wanted) ? ids : known });
  return {
    chosenId: id,
    selectedId,
    select,
    onAct: () => {
      if (selectedId !== undefined) setChosen({ id: selectedId, known: at >= 0 ? known : ids, actedIn: ids });
    },
    neighbour: findNeighbour,
  };
}

interface OpenRow {
  /** Id of the row whose sheet is open, from the address. */
  readonly openId: number | undefined;
  /** Id of the marked row, on which keys act: the one with the open sheet, otherwise the selected one. */
  readonly selectedId: number | undefined;
  /** Called when the user changes the row, which may remove it from the list. */
  readonly onAct: () => void;
  readonly open: (id: number) => void;
  readonly close: () => void;
  /** Selects the next or previous row; an open sheet then shows that row. */
  readonly go: (by: 1 | -1) => void;
  /**
   * Goes to the first wanted row after the marked one, which the user has finished; to the next one if none is wanted;
   * stays at the last one.
   */
  readonly goOn: (isWanted?: (id: number) => boolean) => void;
}

const focusRow = (id: number): void =>
  document.querySelector<HTMLElement>(`[data-row="${id}"] > button`)?.focus({ preventScroll: true });

/** State of a list's selected row and open sheet, which the address names. */
export function useRowSelection(
  { value, set }: UrlFilter,
  rows: readonly { readonly id: number }[] | undefined,
  onOpened?: (id: number) => void,
): OpenRow {
  const ids = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const { chosenId, selectedId, select, onAct, neighbour } = useSelection(ids);
  const named = Number(value('open'));
  const openId = Number.isInteger(named) && named > 0 ? named : undefined;
  if (openId !== undefined && openId !== chosenId) select(openId);
  const openRow = (id: number): void => {
    select(id);
    onOpened?.(id);
    set('open', String(id));
  };
  const latestOpen = useRef(openRow);
  useLayoutEffect(() => {
    latestOpen.current = openRow;
  });
  // Never another function, since each row that receives one is rendered again.
  const open = useCallback((id: number) => latestOpen.current(id), []);
  // The row is focused after rendering, because a row outside the view is rendered only once it is selected.
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current && selectedId !== undefined) focusRow(selectedId);
    moved.current = false;
  }, [selectedId]);
  const goTo = (id: number | undefined) => {
    if (id === undefined) return;
    if (openId !== undefined) open(id);
    else {
      moved.current = id !== selectedId;
      select(id);
    }
  };
  const marked = openId ?? selectedId;
  const goOn: OpenRow['goOn'] = (isWanted) => {
    const next = marked === chosenId ? neighbour(1) : ids[ids.indexOf(marked ?? 0) + 1];
    if (next === undefined || next === marked) return;
    const after = ids.slice(ids.indexOf(next)).filter((id) => id !== marked);
    const wanted = isWanted && after.find((id) => isWanted(id));
    goTo(wanted ?? next);
  };
  const close = useCallback(() => set('open', ''), [set]);
  const recordAction = () => {
    moved.current = openId === undefined;
    onAct();
  };
  const go = (by: 1 | -1) => goTo(neighbour(by));
  return { selectedId: marked, openId, onAct: recordAction, open, close, go, goOn };
}

/**
 * Binds the keys of a list: `j` and `k` select the next and previous row, `/` focuses the search while no sheet is
 * open.
 */
export function useListKeys(
  { openId, go }: OpenRow,
  field: RefObject<HTMLInputElement | null>,
  others: KeyBindings = {},
): void {
  useKeyBindings({
    '/': openId === undefined ? () => field.current?.focus() : undefined,
    j: () => go(1),
    k: () => go(-1),
    ...others,
  });
}
