import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus near a pressed control that gave way to something else: when `shown` changes and the focus is lost,
 * the first control of the element gets it, or the element itself, which needs a `tabIndex`.
 *
 * @param shown names what the element shows
 * @param before what was shown in its place before the element was mounted
 * @returns ref for the element
 */
export function useKeepFocus<E extends HTMLElement>(
  shown: unknown,
  before: unknown = shown,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const last = useRef(before);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    // Nothing else is focused after the pressed control is gone; a focus elsewhere is not taken away.
    if (document.activeElement !== document.body) return;
    const control = element.current?.querySelector<HTMLElement>('button, input, textarea');
    (control ?? element.current)?.focus();
  }, [shown]);
  return element;
}
