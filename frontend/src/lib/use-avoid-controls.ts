import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { MAIN_CONTROLS, shiftOffControls, type Box } from './avoid-controls';

/** The page rests when it has not scrolled for so long, ms. */
const REST_MS = 120;

interface AvoidControlsOptions {
  /** Where it lies by itself. */
  readonly boxOf: (element: HTMLElement) => Box;
  /** So far it may move, px. */
  readonly maxShift: number;
  /** It has to be seen: where no place is free of everything, one that is free of Add and Pay will do. */
  readonly mustShow?: boolean;
}

/**
 * Keeps what floats away from everything that can be pressed (OWN-331): looks anew when the page rests after scrolling
 * or has changed its height. The element gets the way to go as `--avoid-shift`, and `data-covering` where no place is free.
 */
export function useAvoidControls(
  own: RefObject<HTMLElement | null>,
  { boxOf, maxShift, mustShow = false }: AvoidControlsOptions,
): void {
  const update = useEffectEvent(() => {
    const element = own.current;
    if (!element) return;
    const box = boxOf(element);
    // Away from the edge that it is near to.
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
