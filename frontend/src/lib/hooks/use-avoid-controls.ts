import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** CSS selector of interactive elements. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=tab]';
/** CSS selector of main buttons such as Add, Checkout and Pay: `primary` buttons and elements with `data-main`. */
export const MAIN_CONTROLS = '[data-main]';
/** Distance between two positions that the search tries, px. */
const STEP = 8;

/** Edges of an element, measured from the window's top left corner, px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const doBoxesOverlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Returns the boxes of the visible controls, except those behind an open dialog or inside `own`. */
function findControlBoxes(own: Element, selector: string): Box[] {
  return [...document.querySelectorAll(selector)]
    .filter((control) => !own.contains(control) && !control.closest('[inert], [aria-hidden=true]'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight);
}

/**
 * Finds the shift, in px with a sign, that moves a floating box off all controls; undefined if there is none.
 *
 * @param box position of the floating box without a shift
 * @param direction -1 searches upwards, 1 downwards
 */
export function findFreeShift(
  own: Element,
  box: Box,
  direction: 1 | -1,
  maxShift: number,
  selector = CONTROLS,
): number | undefined {
  const controls = findControlBoxes(own, selector);
  const { left, right } = box;
  for (let moved = 0; moved <= maxShift; moved += STEP) {
    // The edges are copied one by one, because spreading a DOMRect copies nothing.
    const there = { left, right, top: box.top + direction * moved, bottom: box.bottom + direction * moved };
    if (there.top < 0 || there.bottom > innerHeight) return undefined;
    if (!controls.some((control) => doBoxesOverlap(there, control))) return direction * moved || 0;
  }
  return undefined;
}

/** Time without scrolling after which the element's position is updated, ms. */
const REST_MS = 120;

interface AvoidControlsOptions {
  /** Returns the box of the element as if it were not shifted. */
  readonly getUnshiftedBox: (element: HTMLElement) => Box;
  /** Maximum shift of the element, px. */
  readonly maxShift: number;
  /** True when the element must stay visible; if it cannot avoid all controls, it avoids only the main buttons. */
  readonly mustShow?: boolean;
}

/**
 * Shifts a floating element off controls after scrolling or resizing. Sets `--avoid-shift`; if no free position
 * exists, `data-covering`.
 */
export function useAvoidControls(
  own: RefObject<HTMLElement | null>,
  { getUnshiftedBox, maxShift, mustShow = false }: AvoidControlsOptions,
): void {
  const update = useEffectEvent(() => {
    const element = own.current;
    if (!element) return;
    const box = getUnshiftedBox(element);
    // The element shifts towards the middle of the window, because the nearer edge leaves no room.
    const direction = box.top + box.bottom < innerHeight ? 1 : -1;
    const shift =
      findFreeShift(element, box, direction, maxShift) ??
      (mustShow ? findFreeShift(element, box, direction, maxShift, MAIN_CONTROLS) : undefined);
    element.style.setProperty('--avoid-shift', `${shift ?? 0}px`);
    element.toggleAttribute('data-covering', shift === undefined);
  });
  useLayoutEffect(() => update(), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleShift = () => {
      clearTimeout(timer);
      timer = setTimeout(update, REST_MS);
    };
    const sizes = new ResizeObserver(scheduleShift);
    sizes.observe(document.body);
    addEventListener('scroll', scheduleShift, { passive: true, capture: true });
    addEventListener('resize', scheduleShift);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      removeEventListener('scroll', scheduleShift, { capture: true });
      removeEventListener('resize', scheduleShift);
    };
  }, []);
}
