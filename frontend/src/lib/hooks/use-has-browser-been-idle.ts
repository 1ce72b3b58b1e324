import { startTransition, useEffect, useState } from 'react';
import { waitUntilIdle } from '../browser/scheduling';

/** Returns true once the browser has been idle after mounting, so that content below the first view can load. */
export function useHasBrowserBeenIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    void waitUntilIdle().then(() => startTransition(() => setIsIdle(true)));
  }, []);
  return isIdle;
}
