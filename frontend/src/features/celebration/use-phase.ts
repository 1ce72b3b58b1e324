import { useEffect, useRef, useState } from 'react';

/** 1 the points, 2 the message too, 3 on its way out, 4 closed. */
export type Phase = 1 | 2 | 3 | 4;

/** When each phase begins, ms after the start; phase 1 begins at once. */
export const PHASES_AT_MS = { 2: 800, 3: 3_500, 4: 5_000 } as const;

/** The phase of a celebration that starts when this mounts. @param onComplete runs once, after it has closed */
export function usePhase(onComplete?: () => void): Phase {
  const [phase, setPhase] = useState<Phase>(1);
  const complete = useRef(onComplete);
  useEffect(() => {
    complete.current = onComplete;
  }, [onComplete]);
  useEffect(() => {
    const timers = ([2, 3, 4] as const).map((next) => setTimeout(() => setPhase(next), PHASES_AT_MS[next]));
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, []);
  useEffect(() => {
    if (phase === 4) complete.current?.();
  }, [phase]);
  return phase;
}
