/** Width of the next element that stays visible, px, so that users see that the row can be scrolled. */
const PEEK = 40;

/** Sets `data-cut` to the sides on which a row's content is cut off, for its styles. */
export function markRowOverflow(row: HTMLElement): void {
  const isCutAtStart = row.scrollLeft > 1;
  const isCutAtEnd = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
  row.dataset['cut'] = [isCutAtStart && 'start', isCutAtEnd && 'end'].filter(Boolean).join(' ');
}

/**
 * Scrolls a row horizontally until an element of it and the edge of the next one are visible; the page does not move.
 */
export function scrollRowTo(row: HTMLElement | null, part: Element | null | undefined): void {
  const chosen = part?.getBoundingClientRect();
  const frame = row?.getBoundingClientRect();
  if (!row || !chosen || !frame) return;
  if (chosen.right > frame.right) row.scrollLeft += chosen.right - frame.right + PEEK;
  else if (chosen.left < frame.left) row.scrollLeft -= frame.left - chosen.left + PEEK;
}
