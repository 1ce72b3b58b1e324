import { useState } from 'react';

/** The value, or the last one there was: for what is still drawn while it goes. */
export function useLastDefined<V>(value: V | undefined): V | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
