import { useState } from 'react';

interface Typed {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The typed text of a search that is also in the address; kept apart, because the address follows with a delay. */
export function useTyped({ value, onChange }: Typed) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    // Nothing typed is on its way to the address: something else changed it, such as going back.
    if (typed === told) setTyped(value);
  }
  return {
    value: typed,
    onChange: (text: string) => {
      setTyped(text);
      onChange(text);
    },
  };
}
