import { useEffect, useState } from 'react';

/** So far one must scroll before it counts as a direction, px. */
const SLACK = 12;

/** True while somebody scrolls down: what floats should not lie over what is being read. Back on scrolling up. */
export function useOutOfTheWay(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const look = () => {
      if (Math.abs(scrollY - last) < SLACK) return;
      setAway(scrollY > last && scrollY > 0);
      last = scrollY;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return away;
}
