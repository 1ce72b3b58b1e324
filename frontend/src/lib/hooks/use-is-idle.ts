import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../browser/scheduling';

/** True once the browser has been idle since mounting: the time to load what is not in the first view. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    void whenIdle().then(() => startTransition(() => setIsIdle(true)));
  }, []);
  return isIdle;
}
