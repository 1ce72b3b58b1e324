import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { MAIN_CONTROLS, shiftToFreePlace, type Box } from './free-place';

/** The page rests when it has not scrolled for so long, ms. */
const REST_MS = 120;

interface FreePlaceOptions {
  /** Where it lies by itself. */
  readonly boxOf: (element: HTMLElement) => Box;
  /** So far it may move, px. */
  readonly most: number;
  /** It has to be seen: where no place is free of everything, one that is free of Add and Pay will do. */
  readonly hasToShow?: boolean;
}

/**
 * Keeps what floats away from everything that can be pressed (OWN-331): looks anew when the page rests after scrolling
 * or has changed its height. The element gets the way to go as `--aside`, and `data-covering` where no place is free.
 */
export function useFreePlace(
  own: RefObject<HTMLElement | null>,
  { boxOf, most, hasToShow = false }: FreePlaceOptions,
): void {
  const look = useEffectEvent(() => {
    const element = own.current;
    if (!element) return;
    const box = boxOf(element);
    // Away from the edge that it is near to.
    const way = box.top + box.bottom < innerHeight ? 1 : -1;
    const shift =
      shiftToFreePlace(element, box, way, most) ??
      (hasToShow ? shiftToFreePlace(element, box, way, most, MAIN_CONTROLS) : undefined);
    element.style.setProperty('--aside', `${shift ?? 0}px`);
    element.toggleAttribute('data-covering', shift === undefined);
  });
  useLayoutEffect(() => look(), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(document.body);
    addEventListener('scroll', later, { passive: true, capture: true });
    addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      removeEventListener('scroll', later, { capture: true });
      removeEventListener('resize', later);
    };
  }, []);
}
