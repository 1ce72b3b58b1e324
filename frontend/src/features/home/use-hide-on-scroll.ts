import { useEffect, useState } from 'react';

/** So far one must scroll before it counts as a direction, px. */
const SLACK = 12;

/** True while somebody scrolls down: what floats should not lie over what is being read. Back on scrolling up. */
export function useHideOnScroll(): boolean {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const update = () => {
      if (Math.abs(scrollY - last) < SLACK) return;
      setIsHidden(scrollY > last && scrollY > 0);
      last = scrollY;
    };
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, []);
  return isHidden;
}
