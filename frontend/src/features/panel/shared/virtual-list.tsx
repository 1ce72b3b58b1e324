import { chakra } from '@chakra-ui/react/styled-system';
import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useMediaQuery } from '../../../lib/hooks/use-media-query';

/** Number of rows rendered above and below the visible ones. */
const OVERSCAN = 8;
/** Number of rows left below the visible ones at which the next page is requested. */
const NEAR_END = 30;
/** Assumed height of a row until it is measured, px. */
const ROW = { phone: 105, desktop: 45 } as const;
/** Height of a group's heading above its first row, px. */
const GROUP_HEAD = 36;

// Scroll container with padding at the bottom, so that a toast does not cover the last rows.
const Scroller = chakra('div', {
  base: {
    position: 'relative',
    flex: '1',
    minHeight: '0',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    // The browser's scroll anchoring is off, because `useKeepScrollPosition` handles rows inserted above.
    overflowAnchor: 'none',
    pb: '24',
  },
});
const List = chakra('ul', { base: { position: 'relative' } });
const Item = chakra('li', { base: { position: 'absolute', top: '0', insetStart: '0', width: 'full' } });

const GroupHead = chakra('h3', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    height: `${GROUP_HEAD}px`,
    px: '3',
    pb: '1.5',
    borderBottomWidth: '1px',
    borderColor: 'line',
    color: 'muted',
    textStyle: 'tiny',
    fontWeight: 'semibold',
  },
});

interface VirtualListProps<R extends { readonly id: number }> {
  readonly label: string;
  readonly rows: readonly R[];
  /** Number of all rows, including those not loaded; undefined if the server does not count them. */
  readonly total: number | undefined;
  /** Id of the selected row; the list scrolls to it when it changes. */
  readonly selectedId: number | undefined;
  readonly head: ReactNode;
  readonly foot?: ReactNode;
  /** Requests the next page; undefined if there is none. */
  readonly onNearEnd?: (() => void) | undefined;
  /** Returns the heading of a row's group, shown above the first row of the group; a group's rows are adjacent. */
  readonly groupOf?: ((row: R) => string) | undefined;
  readonly children: (row: R) => ReactNode;
}

/** Scrolls to the selected row when another row is selected, but not when rows are inserted or removed. */
function useScrollToSelectedRow(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  placeOf: (id: number | undefined) => number,
  selectedId: number | undefined,
): void {
  const latest = useRef({ virtualizer, placeOf });
  useEffect(() => {
    latest.current = { virtualizer, placeOf };
  });
  useEffect(() => {
    const place = latest.current.placeOf(selectedId);
    if (place >= 0) latest.current.virtualizer.scrollToIndex(place);
  }, [selectedId]);
}

/** Adds rows that must stay rendered to the visible range, because the focus is lost when a focused row is removed. */
function addRowsToRange(range: Range, others: readonly number[]): number[] {
  const inView = defaultRangeExtractor(range);
  const more = others.filter((index) => index >= 0 && index < range.count && !inView.includes(index));
  return [...new Set([...inView, ...more])].toSorted((one, other) => one - other);
}

type Rows = readonly { readonly id: number }[];

/** Keeps the visible rows in place when rows above are inserted or removed; at the top, new rows appear in view. */
function useKeepScrollPosition(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: Rows,
): void {
  /** First visible row at the last rendering, and the distance from the list's top to it, px. */
  const first = useRef<{ readonly rows: Rows; readonly id: number; readonly start: number }>(undefined);
  useLayoutEffect(() => {
    const rowStartOf = (index: number) => virtualizer.measurementsCache[index]?.start;
    const known = first.current;
    if (known && known.rows !== rows && (scroller.current?.scrollTop ?? 0) > 0) {
      const start = rowStartOf(rows.findIndex(({ id }) => id === known.id));
      if (start !== undefined && start !== known.start)
        scroller.current?.scrollBy({ top: start - known.start });
    }
    const index = virtualizer.range?.startIndex ?? 0;
    const start = rowStartOf(index);
    const row = rows[index];
    first.current = row && start !== undefined ? { rows, id: row.id, start } : undefined;
  });
}

/** Virtual list with a fixed header, which renders only visible rows and the selected and focused one. */
export function VirtualList<R extends { readonly id: number }>(props: VirtualListProps<R>) {
  const { label, rows, total, selectedId, head, foot, onNearEnd, groupOf, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<number>();
  const [scrollMargin, setScrollMargin] = useState(0);
  const isWide = useMediaQuery('(min-width: 64rem)');
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), [isWide]);
  const rowIndexOf = (id: number | undefined) =>
    id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  const groups = useMemo(() => rows.map((row) => groupOf?.(row)), [rows, groupOf]);
  const groupHeadingOf = (index: number): string | undefined =>
    groups[index] === groups[index - 1] ? undefined : groups[index];
  const kept = [rowIndexOf(selectedId), rowIndexOf(focusedId)];
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isWide ? ROW.desktop : ROW.phone) + (groupHeadingOf(index) ? GROUP_HEAD : 0),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    // Distance that keeps a row scrolled into view below the column titles.
    scrollPaddingStart: scrollMargin,
    rangeExtractor: (range) => addRowsToRange(range, kept),
    useFlushSync: false,
  });
  const inView = virtualizer.getVirtualItems();
  const drawnLater = useDeferredValue(inView);
  // Rows that come into view by scrolling are rendered with low priority, but changed rows are rendered at once.
  const drawn = drawnLater.every(({ index, key }) => rows[index]?.id === key) ? drawnLater : inView;
  useKeepScrollPosition(scroller, virtualizer, rows);

  useScrollToSelectedRow(virtualizer, rowIndexOf, selectedId);

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
        {drawn.map(({ index, key, start }) => {
          const row = rows[index];
          const group = groupHeadingOf(index);
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
                {group && <GroupHead>{group}</GroupHead>}
                <div>{children(row)}</div>
              </Item>
            )
          );
        })}
      </List>
      {foot}
    </Scroller>
  );
}
