/** Width of the neighbour that is shown as well, as a sign that there is more, px. */
const PEEK = 40;

/** Says in `data-cut` at which ends a row goes on, for its style. */
export function markRowOverflow(row: HTMLElement): void {
  const isCutAtStart = row.scrollLeft > 1;
  const isCutAtEnd = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
  row.dataset['cut'] = [isCutAtStart && 'start', isCutAtEnd && 'end'].filter(Boolean).join(' ');
}

/** Scrolls a row sideways, and nothing else, until one of its parts is in it, with a little of its neighbour. */
export function scrollRowTo(row: HTMLElement | null, part: Element | null | undefined): void {
  const chosen = part?.getBoundingClientRect();
  const frame = row?.getBoundingClientRect();
  if (!row || !chosen || !frame) return;
  if (chosen.right > frame.right) row.scrollLeft += chosen.right - frame.right + PEEK;
  else if (chosen.left < frame.left) row.scrollLeft -= frame.left - chosen.left + PEEK;
}
