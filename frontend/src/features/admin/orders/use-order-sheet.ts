import { useCallback, useState } from 'react';
import { useSelection } from './use-selection';

interface OrderSheetState {
  /** The row that keys act on. */
  readonly selectedId: number | undefined;
  /** The order of the sheet; kept while it closes. */
  readonly sheetId: number | undefined;
  readonly isOpen: boolean;
  /** The order that a transition is for: the sheet's while it is open. */
  readonly actedId: number | undefined;
  readonly open: (id: number) => void;
  readonly close: () => void;
  /** Selects the next or previous row, and shows it in the open sheet. */
  readonly go: (by: 1 | -1) => void;
}

const focusRow = (id: number): void =>
  document.querySelector<HTMLElement>(`[data-row="${id}"] > button`)?.focus({ preventScroll: true });

/** The selected row of a list and the sheet beside it. `onOpened` must be stable. */
export function useOrderSheet(ids: readonly number[], onOpened?: (id: number) => void): OrderSheetState {
  const { selectedId, select, neighbour } = useSelection(ids);
  const [sheet, setSheet] = useState<{ readonly id: number; readonly open: boolean }>();
  const isOpen = sheet?.open ?? false;

  const open = useCallback(
    (id: number) => {
      select(id);
      onOpened?.(id);
      setSheet({ id, open: true });
    },
    [select, onOpened],
  );
  const go = (by: 1 | -1) => {
    const id = neighbour(by);
    if (id === undefined) return;
    if (isOpen) open(id);
    else {
      select(id);
      focusRow(id);
    }
  };
  return {
    selectedId,
    sheetId: sheet?.id,
    isOpen,
    actedId: isOpen ? sheet?.id : selectedId,
    open,
    close: () => setSheet((shown) => shown && { ...shown, open: false }),
    go,
  };
}
