import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * The library gives the focus back to where it was before the region of notices had it. After F8 that is a help; who
 * tabs through would be put back before the region again and again, and the notice waits as long as it has the focus.
 * To all others it shall seem that the focus came from nowhere.
 * @returns handlers for the region (OWN-169)
 */
export function useWayBack(hotkey: string) {
  const lastKey = useRef('');
  useEffect(() => {
    const note = ({ key }: KeyboardEvent) => {
      lastKey.current = key;
    };
    addEventListener('keydown', note, true);
    return () => removeEventListener('keydown', note, true);
  }, []);
  return {
    onFocusCapture: ({ nativeEvent, currentTarget }: FocusEvent) => {
      const { relatedTarget } = nativeEvent;
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (lastKey.current === hotkey || isInside) return;
      // The page itself takes no focus, so nothing is given back.
      Object.defineProperty(nativeEvent, 'relatedTarget', { value: document.body });
    },
  };
}
