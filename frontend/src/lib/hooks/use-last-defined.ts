import { useState } from 'react';

/** The value, or its last defined one, for content that is animating out. */
export function useLastDefined<V>(value: V | undefined): V | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
