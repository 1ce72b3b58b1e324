import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onEnd` after a duration in ms, not counting time on hold; undefined never ends. */
export function useCountdown(ms: number | undefined, isHeld: boolean, onEnd: () => void): void {
  const left = useRef(ms);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld || left.current === undefined) return undefined;
    const from = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, (left.current ?? 0) - (Date.now() - from));
    };
  }, [isHeld]);
}
