import { useEffect, useState } from 'react';

/** Scroll distance that counts as a direction, px. */
const SLACK = 12;

/** True while scrolling down, so that floating elements do not cover the content. */
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
