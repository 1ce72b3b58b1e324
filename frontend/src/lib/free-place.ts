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

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Where controls stand that one may press now; those behind an open dialog, and those in `own`, do not count. */
function controlsBeside(own: Element, selector: string): Box[] {
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
export function shiftToFreePlace(
  own: Element,
  box: Box,
  way: 1 | -1,
  most: number,
  selector = CONTROLS,
): number | undefined {
  const controls = controlsBeside(own, selector);
  const { left, right } = box;
  for (let moved = 0; moved <= most; moved += STEP) {
    // Field by field: a DOMRect has none of its own to spread.
    const there = { left, right, top: box.top + way * moved, bottom: box.bottom + way * moved };
    if (there.top < 0 || there.bottom > innerHeight) return undefined;
    if (!controls.some((control) => meet(there, control))) return way * moved || 0;
  }
  return undefined;
}
