import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** Selector of interactive elements. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=tab]';
/** Main actions such as Add, Checkout, Pay: `primary` buttons and whatever sets the attribute. */
export const MAIN_CONTROLS = '[data-main]';
/** Step of the search, px. */
const STEP = 8;

/** Edges of an element relative to the window, px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const doOverlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Boxes of the controls in view; those behind an open dialog or inside `own` do not count. */
function controlBoxes(own: Element, selector: string): Box[] {
  return [...document.querySelectorAll(selector)]
    .filter((control) => !own.contains(control) && !control.closest('[inert], [aria-hidden=true]'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight);
}

/**
 * The signed shift in px that frees a floating box of controls; undefined if none does.
 *
 * @param box its position without a shift
 * @param direction -1 searches upwards, 1 downwards
 */
export function findFreeShift(
  own: Element,
  box: Box,
  direction: 1 | -1,
  maxShift: number,
  selector = CONTROLS,
): number | undefined {
  const controls = controlBoxes(own, selector);
  const { left, right } = box;
  for (let moved = 0; moved <= maxShift; moved += STEP) {
    // Copied by field: a DOMRect cannot be spread.
    const there = { left, right, top: box.top + direction * moved, bottom: box.bottom + direction * moved };
    if (there.top < 0 || there.bottom > innerHeight) return undefined;
    if (!controls.some((control) => doOverlap(there, control))) return direction * moved || 0;
  }
  return undefined;
}

/** Time without scrolling after which the position is updated, ms. */
const REST_MS = 120;

interface AvoidControlsOptions {
  /** Returns the element's box without its shift. */
  readonly getUnshiftedBox: (element: HTMLElement) => Box;
  /** Maximum shift, px. */
  readonly maxShift: number;
  /** True when the element must stay visible: a position free of main actions will do if none is free of all controls. */
  readonly mustShow?: boolean;
}

/**
 * Shifts a floating element off controls, updated after scrolling or resizing. Sets
 * `--avoid-shift`, or `data-covering` if no position is free.
 */
export function useAvoidControls(
  own: RefObject<HTMLElement | null>,
  { getUnshiftedBox, maxShift, mustShow = false }: AvoidControlsOptions,
): void {
  const update = useEffectEvent(() => {
    const element = own.current;
    if (!element) return;
    const box = getUnshiftedBox(element);
    // Shifts towards the middle of the window, away from the nearer edge.
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
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(update, REST_MS);
    };
    const sizes = new ResizeObserver(schedule);
    sizes.observe(document.body);
    addEventListener('scroll', schedule, { passive: true, capture: true });
    addEventListener('resize', schedule);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      removeEventListener('scroll', schedule, { capture: true });
      removeEventListener('resize', schedule);
    };
  }, []);
}
