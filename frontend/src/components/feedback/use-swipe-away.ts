import { useRef, type PointerEvent } from 'react';

/** How far a thing must be swiped right to go, px. */
export const SWIPE_PX = 50;

/** Handlers that let an element follow a swipe to the right and call `onAway` when it went far enough. */
export function useSwipeAway(onAway: () => void) {
  const start = useRef<number>(undefined);
  const moved = (event: PointerEvent<HTMLElement>) =>
    Math.max(0, event.clientX - (start.current ?? event.clientX));
  const settle = (element: HTMLElement) => {
    start.current = undefined;
    element.style.removeProperty('transform');
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, a')))
        return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current !== undefined) event.currentTarget.style.transform = `translateX(${moved(event)}px)`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const far = moved(event) > SWIPE_PX;
      settle(event.currentTarget);
      if (far) onAway();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      settle(event.currentTarget);
    },
  };
}
