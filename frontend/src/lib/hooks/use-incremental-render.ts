import { startTransition, useEffect, useState } from 'react';
import { waitForNextPaint } from '../browser/scheduling';

const ALL = Number.POSITIVE_INFINITY;

/**
 * Returns how many parts to render now. In the first view the number grows by one per paint, so that a phone stays
 * responsive; later all parts render at once.
 *
 * @param all number of all parts; 0 until it is known
 */
export function useIncrementalRender(all: number, isIncremental: boolean): number {
  const [drawn, setDrawn] = useState(isIncremental ? 1 : ALL);
  useEffect(() => {
    if (drawn === ALL || all === 0) return undefined;
    let gone = false;
    const renderOneMore = () => setDrawn((count) => (count + 1 < all ? count + 1 : ALL));
    void waitForNextPaint().then(() => !gone && startTransition(renderOneMore));
    return () => {
      gone = true;
    };
  }, [drawn, all]);
  return drawn;
}
