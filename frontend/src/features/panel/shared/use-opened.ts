import { useCallback, useEffect, useRef } from 'react';
import type { AddressFilter } from './use-address-filter';
import { useSelection } from './use-selection';

interface Opened {
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
export function useOpened(
  { value, set }: AddressFilter,
  ids: readonly number[],
  onOpened?: (id: number) => void,
): Opened {
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
