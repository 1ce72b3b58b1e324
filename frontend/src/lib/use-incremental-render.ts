import { startTransition, useEffect, useState } from 'react';
import { nextPaint } from './scheduling';

const ALL = Number.POSITIVE_INFINITY;

/**
 * How many of so many pieces are to be drawn now: where nobody asked for them one, then one more after each paint, so
 * that neither drawing nor laying them out keeps a phone from answering. Once all stand, more come at once.
 * @param all 0 while it is not known how many there are
 */
export function useIncrementalRender(all: number, isUnasked: boolean): number {
  const [drawn, setDrawn] = useState(isUnasked ? 1 : ALL);
  useEffect(() => {
    if (drawn === ALL || all === 0) return undefined;
    let gone = false;
    const drawMore = () => setDrawn((count) => (count + 1 < all ? count + 1 : ALL));
    void nextPaint().then(() => !gone && startTransition(drawMore));
    return () => {
      gone = true;
    };
  }, [drawn, all]);
  return drawn;
}
