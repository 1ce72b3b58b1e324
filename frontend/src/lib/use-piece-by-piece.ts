import { startTransition, useEffect, useState } from 'react';
import { painted } from './turns';

const ALL = Number.POSITIVE_INFINITY;

/**
 * How many of so many pieces are to be drawn now: where nobody asked for them some, then one more after each paint, so
 * that neither drawing nor laying them out keeps a phone from answering. Once all stand, more come at once.
 */
export function usePieceByPiece(all: number, first: number, isUnasked: boolean): number {
  const [drawn, setDrawn] = useState(isUnasked && first < all ? first : ALL);
  useEffect(() => {
    if (drawn === ALL) return undefined;
    let gone = false;
    const drawMore = () => setDrawn((count) => (count + 1 < all ? count + 1 : ALL));
    void painted().then(() => !gone && startTransition(drawMore));
    return () => {
      gone = true;
    };
  }, [drawn, all]);
  return drawn;
}
