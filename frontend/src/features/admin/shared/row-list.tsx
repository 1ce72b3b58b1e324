import { chakra } from '@chakra-ui/react/styled-system';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { useMediaQuery } from '../../../lib/hooks/use-media-query';
import { useKeptPlace } from './use-kept-place';
import { withRows } from './with-rows';

/** Rows drawn beyond each end of what is in view. */
const OVERSCAN = 8;
/** So many rows before the end of what is loaded the next page is asked for. */
const NEAR_END = 30;
/** Height of a row until it is measured, px. */
const ROW = { phone: 105, desktop: 45 } as const;

// Bottom padding, so that a toast does not cover the last rows.
const Scroller = chakra('div', {
  base: {
    position: 'relative',
    flex: '1',
    minHeight: '0',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    // Rows that come above are compensated for below.
    overflowAnchor: 'none',
    pb: '24',
  },
});
const List = chakra('ul', { base: { position: 'relative' } });
const Item = chakra('li', { base: { position: 'absolute', top: '0', insetStart: '0', width: 'full' } });

interface RowListProps<R extends { readonly id: number }> {
  readonly label: string;
  readonly rows: readonly R[];
  /** How many there are with those that are not loaded; undefined while the server does not count them. */
  readonly total: number | undefined;
  /** Kept in view when it changes. */
  readonly selectedId: number | undefined;
  readonly head: ReactNode;
  readonly foot?: ReactNode;
  /** Asks for the next page, where there is one. */
  readonly onNearEnd?: (() => void) | undefined;
  readonly children: (row: R) => ReactNode;
}

/** Rows below a fixed header; only those in view are drawn, and the selected and the focused one (OWN-604). */
export function RowList<R extends { readonly id: number }>(props: RowListProps<R>) {
  const { label, rows, total, selectedId, head, foot, onNearEnd, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<number>();
  const [scrollMargin, setScrollMargin] = useState(0);
  const isWide = useMediaQuery('(min-width: 64rem)');
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), [isWide]);
  const placeOf = (id: number | undefined) =>
    id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  const kept = [placeOf(selectedId), placeOf(focusedId)];
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? ROW.desktop : ROW.phone),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    // The columns' titles stay above the rows.
    scrollPaddingStart: scrollMargin,
    rangeExtractor: (range) => withRows(range, kept),
    useFlushSync: false,
  });
  useKeptPlace(scroller, virtualizer, rows);

  // Only a changed selection scrolls, not rows that come or go.
  const latest = useRef({ virtualizer, placeOf });
  useEffect(() => {
    latest.current = { virtualizer, placeOf };
  });
  useEffect(() => {
    const place = latest.current.placeOf(selectedId);
    if (place >= 0) latest.current.virtualizer.scrollToIndex(place);
  }, [selectedId]);

  const lastDrawn = virtualizer.range?.endIndex ?? 0;
  const isNearEnd = rows.length - lastDrawn <= NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd, rows.length]);

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-index]');
    setFocusedId(rows[Number(row?.dataset['index'])]?.id);
  };
  return (
    <Scroller ref={scroller}>
      {head}
      <List
        ref={list}
        aria-label={label}
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={onFocus}
        onBlur={() => setFocusedId(undefined)}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <Item
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={total ?? -1}
                style={{ transform: `translateY(${start - scrollMargin}px)` }}
              >
                {children(row)}
              </Item>
            )
          );
        })}
      </List>
      {foot}
    </Scroller>
  );
}
