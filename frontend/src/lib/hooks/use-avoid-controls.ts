import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { MAIN_CONTROLS, shiftOffControls, type Box } from './avoid-controls';

/** Time without scrolling after which the position is updated, ms. */
const REST_MS = 120;

interface AvoidControlsOptions {
  /** The box without a shift. */
  readonly boxOf: (element: HTMLElement) => Box;
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
  { boxOf, maxShift, mustShow = false }: AvoidControlsOptions,
): void {
  const update = useEffectEvent(() => {
    const element = own.current;
    if (!element) return;
    const box = boxOf(element);
    // Away from the nearer edge.
    const direction = box.top + box.bottom < innerHeight ? 1 : -1;
    const shift =
      shiftOffControls(element, box, direction, maxShift) ??
      (mustShow ? shiftOffControls(element, box, direction, maxShift, MAIN_CONTROLS) : undefined);
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
