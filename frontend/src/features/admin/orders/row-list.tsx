import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Rows per batch: the first batch at once, another when the end is scrolled into view. */
export const ROWS_AT_ONCE = 120;

// Bottom padding, so that a toast does not cover the last rows.
const Scroller = chakra('div', {
  base: { flex: '1', minHeight: '0', overflowY: 'auto', overscrollBehavior: 'contain', pb: '24' },
});
const Item = chakra('li', {
  base: { contentVisibility: 'auto', containIntrinsicSize: { base: 'auto 104px', lg: 'auto 45px' } },
});

interface RowListProps<R extends { readonly id: number }> {
  readonly label: string;
  readonly rows: readonly R[];
  /** Kept in view when it changes. */
  readonly selectedId: number | undefined;
  readonly head: ReactNode;
  readonly foot?: ReactNode;
  readonly children: (row: R) => ReactNode;
}

/** Rows below a fixed header, rendered in batches while scrolling. */
export function RowList<R extends { readonly id: number }>(props: RowListProps<R>) {
  const { label, rows, selectedId, head, foot, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(ROWS_AT_ONCE);
  const selectedAt = rows.findIndex(({ id }) => id === selectedId);
  if (selectedAt >= drawn) setDrawn(selectedAt + ROWS_AT_ONCE);
  const more = rows.length > drawn;

  useEffect(() => {
    if (!more || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn((now) => now + ROWS_AT_ONCE);
      },
      { root: scroller.current, rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more]);

  // Only a changed selection scrolls, not rows that come or go.
  useEffect(() => {
    if (selectedId === undefined) return;
    scroller.current?.querySelector(`[data-row="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  return (
    <Scroller ref={scroller}>
      {head}
      <ul aria-label={label}>
        {rows.slice(0, drawn).map((row) => (
          <Item key={row.id}>{children(row)}</Item>
        ))}
      </ul>
      {more && <div ref={end} />}
      {!more && foot}
    </Scroller>
  );
}
