/** Visible width of the neighbouring part, which shows that the row scrolls, px. */
const PEEK = 40;

/** Sets `data-cut` to the ends at which a row overflows, for its styles. */
export function markRowOverflow(row: HTMLElement): void {
  const isCutAtStart = row.scrollLeft > 1;
  const isCutAtEnd = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
  row.dataset['cut'] = [isCutAtStart && 'start', isCutAtEnd && 'end'].filter(Boolean).join(' ');
}

/** Scrolls only the row, horizontally, until a part and the edge of its neighbour are visible. */
export function scrollRowTo(row: HTMLElement | null, part: Element | null | undefined): void {
  const chosen = part?.getBoundingClientRect();
  const frame = row?.getBoundingClientRect();
  if (!row || !chosen || !frame) return;
  if (chosen.right > frame.right) row.scrollLeft += chosen.right - frame.right + PEEK;
  else if (chosen.left < frame.left) row.scrollLeft -= frame.left - chosen.left + PEEK;
}
