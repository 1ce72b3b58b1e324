import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls `onElsewhere` when the user presses or focuses something outside of `inside` while `open` is true. */
export function useInteractOutside(
  open: boolean,
  inside: RefObject<HTMLElement | null>,
  onElsewhere: () => void,
): void {
  const elsewhere = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !inside.current?.contains(event.target)) onElsewhere();
  });
  useEffect(() => {
    if (!open) return undefined;
    addEventListener('pointerdown', elsewhere);
    addEventListener('focusin', elsewhere);
    return () => {
      removeEventListener('pointerdown', elsewhere);
      removeEventListener('focusin', elsewhere);
    };
  }, [open]);
}
