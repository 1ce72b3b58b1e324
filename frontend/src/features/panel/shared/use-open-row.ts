import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { AddressFilter } from './use-address-filter';
import { useKeyBindings, type KeyBindings } from './use-key-bindings';

interface Selection {
  /** The row that was chosen, also when the list has it no more. */
  readonly chosenId: number | undefined;
  /** The row that keys act on: the chosen one, or the one in its place after an own act removed it. */
  readonly selectedId: number | undefined;
  readonly select: (id: number) => void;
  /** Called when the user acts on the selected row, which may remove it. */
  readonly onAct: () => void;
  /** The row before or after the place of the chosen one; without one the first or last; undefined when empty. */
  readonly neighbour: (by: 1 | -1) => number | undefined;
}

interface Chosen {
  readonly id: number | undefined;
  /** The list as it was while the chosen row stood where it was chosen. */
  readonly known: readonly number[];
  /** The list that an own act on the chosen row may remove it from. */
  readonly actedIn?: readonly number[];
}

/** The rows before and after one in a list as it was, as far as the list still has them. */
function neighboursOf({ id, known }: Chosen, ids: readonly number[]) {
  const place = id === undefined ? -1 : known.indexOf(id);
  if (place < 0) return { before: undefined, after: undefined };
  const present = new Set(ids);
  const isPresent = (other: number) => present.has(other);
  return { before: known.slice(0, place).findLast(isPresent), after: known.slice(place + 1).find(isPresent) };
}

/**
 * The row that keys act on. Its place is kept when it leaves or moves, so that the next row is not skipped; a row
 * that others remove leaves no other one selected, because a key would act on what nobody chose.
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
  const neighbour = (by: 1 | -1): number | undefined => {
    if (isInPlace) return ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    const [wanted, other] = by === 1 ? [after, before] : [before, after];
    return wanted ?? (at >= 0 ? id : other) ?? ids.at(by === 1 ? 0 : -1);
  };
  return {
    chosenId: id,
    selectedId,
    // Rows that moved while one walked are not walked again.
    select: (wanted) => setChosen({ id: wanted, known: isInPlace || !known.includes(wanted) ? ids : known }),
    onAct: () => {
      if (selectedId !== undefined) setChosen({ id: selectedId, known: at >= 0 ? known : ids, actedIn: ids });
    },
    neighbour,
  };
}

interface OpenRow {
  /** The one whose sheet is open, as the address says. */
  readonly openId: number | undefined;
  /** The row that keys act on and the list marks: the open one, else the selected one. */
  readonly selectedId: number | undefined;
  /** Called when the user acts on the row, which may remove it from the list. */
  readonly onAct: () => void;
  readonly open: (id: number) => void;
  readonly close: () => void;
  /** Selects the next or previous row, and shows it in the open sheet. */
  readonly go: (by: 1 | -1) => void;
}

const focusRow = (id: number): void =>
  document.querySelector<HTMLElement>(`[data-row="${id}"] > button`)?.focus({ preventScroll: true });

/** The selected row of a list and the sheet beside it, which stands in the address. `onOpened` must be stable. */
export function useOpenRow(
  { value, set }: AddressFilter,
  rows: readonly { readonly id: number }[] | undefined,
  onOpened?: (id: number) => void,
): OpenRow {
  const ids = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const { chosenId, selectedId, select, onAct, neighbour } = useSelection(ids);
  const named = Number(value('open'));
  const openId = Number.isInteger(named) && named > 0 ? named : undefined;
  if (openId !== undefined && openId !== chosenId) select(openId);
  const open = useCallback(
    (id: number) => {
      select(id);
      onOpened?.(id);
      set('open', String(id));
    },
    [select, onOpened, set],
  );
  // The row may be drawn only because it is selected.
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current && selectedId !== undefined) focusRow(selectedId);
    moved.current = false;
  }, [selectedId]);
  const go = (by: 1 | -1) => {
    const id = neighbour(by);
    if (id === undefined) return;
    if (openId !== undefined) open(id);
    else {
      moved.current = id !== selectedId;
      select(id);
    }
  };
  const close = useCallback(() => set('open', ''), [set]);
  const act = () => {
    moved.current = openId === undefined;
    onAct();
  };
  return { selectedId: openId ?? selectedId, openId, onAct: act, open, close, go };
}

/** The keys of a list: `/` goes to its search box while no sheet is open, `j` and `k` to the next and previous row. */
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
