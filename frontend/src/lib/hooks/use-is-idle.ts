import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../ui/scheduling';

/** Whether the browser has been idle since mounting: time for what is not in the first view. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    void whenIdle().then(() => startTransition(() => setIsIdle(true)));
  }, []);
  return isIdle;
}
