import { useState } from 'react';

/** Returns the value, or the last one that was defined, so that closing animations keep their content. */
export function useLastDefined<V>(value: V | undefined): V | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
