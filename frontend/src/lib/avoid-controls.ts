/** What can be pressed or filled in. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=tab]';
/** What a screen is for: Add, Checkout, Pay. Buttons of the kind `primary` carry it, and whoever else says so. */
export const MAIN_CONTROLS = '[data-main]';
/** Steps in which another place is looked for, px. */
const STEP = 8;

/** Edges in the window, px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Where controls stand that one may press now; those behind an open dialog, and those in `own`, do not count. */
function controlBoxes(own: Element, selector: string): Box[] {
  return [...document.querySelectorAll(selector)]
    .filter((control) => !own.contains(control) && !control.closest('[inert], [aria-hidden=true]'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight);
}

/**
 * How far something that floats has to move so that it lies over no control (OWN-331).
 * @param box where it would lie by itself
 * @param way -1 looks upwards, 1 downwards
 * @param most so far it may move, px
 * @param selector which controls count
 * @returns px in that direction, signed; undefined where nothing is free
 */
export function shiftOffControls(
  own: Element,
  box: Box,
  direction: 1 | -1,
  maxShift: number,
  selector = CONTROLS,
): number | undefined {
  const controls = controlBoxes(own, selector);
  const { left, right } = box;
  for (let moved = 0; moved <= maxShift; moved += STEP) {
    // Field by field: a DOMRect has none of its own to spread.
    const there = { left, right, top: box.top + direction * moved, bottom: box.bottom + direction * moved };
    if (there.top < 0 || there.bottom > innerHeight) return undefined;
    if (!controls.some((control) => overlap(there, control))) return direction * moved || 0;
  }
  return undefined;
}
