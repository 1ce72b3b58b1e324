import { useEffect, useState, type RefObject } from 'react';

/** Time without a response after which the dialog offers a retry, ms. */
const SLOW_MS = 8_000;

export type PayPhase = 'idle' | 'sending' | 'leaving';

/** Where an attempt to pay stands; `slow` when its answer takes long. */
export function usePayPhase(attemptRef: RefObject<unknown>) {
  // A new object per change, so that idle → idle also triggers effects.
  const [state, setState] = useState<{ readonly phase: PayPhase }>({ phase: 'idle' });
  const [slow, setSlow] = useState(false);

  // Restored from the back/forward cache: resets the dialog.
  useEffect(() => {
    const reset = () => setState({ phase: 'idle' });
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  // Cleared in an effect, because a double click must still find the first attempt.
  useEffect(() => {
    if (state.phase === 'idle') attemptRef.current = undefined;
  }, [state, attemptRef]);

  useEffect(() => {
    if (state.phase !== 'sending') return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [state]);

  const setPhase = (phase: PayPhase) => setState({ phase });
  return { phase: state.phase, setPhase, slow };
}
