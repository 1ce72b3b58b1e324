import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../browser/scheduling';

/** Returns true once the browser has been idle after mounting, so that content below the first view can load. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    void whenIdle().then(() => startTransition(() => setIsIdle(true)));
  }, []);
  return isIdle;
}
