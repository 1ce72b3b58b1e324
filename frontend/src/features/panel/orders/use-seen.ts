import { useEffect, useRef, type RefObject } from 'react';

/** Time in view after which a new row counts as seen, ms. */
export const SEEN_MS = 4_000;

/** Calls `onSeen` when an unseen element was visible for four seconds in a visible window. */
export function useSeen(element: RefObject<Element | null>, fresh: boolean, onSeen: () => void): void {
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });
  useEffect(() => {
    const target = element.current;
    if (!fresh || !target) return undefined;
    let inView = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      if (inView && !document.hidden) timer = setTimeout(() => seen.current(), SEEN_MS);
    };
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(target);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [element, fresh]);
}
