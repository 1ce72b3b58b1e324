import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../browser/scheduling';

/** True once the browser has been idle since mounting; content below the first view is loaded then. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    void whenIdle().then(() => startTransition(() => setIsIdle(true)));
  }, []);
  return isIdle;
}
