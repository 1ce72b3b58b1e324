/** Scrolls a row sideways, and nothing else, until one of its parts is in it. */
export function showInRow(row: HTMLElement | null, part: Element | null | undefined): void {
  const chosen = part?.getBoundingClientRect();
  const frame = row?.getBoundingClientRect();
  if (!row || !chosen || !frame) return;
  if (chosen.right > frame.right) row.scrollLeft += chosen.right - frame.right;
  else if (chosen.left < frame.left) row.scrollLeft -= frame.left - chosen.left;
}
