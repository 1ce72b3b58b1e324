import { useCallback, useEffect, useState } from 'react';
import { onFirstNotice } from '../lib/tell';
import { Part } from './part';

const load = async () => (await import('./notice-region')).NoticeRegion;
const noProps = {};

/** The place of the notices: fetched with the first one, or as soon as the shopper touches the page. */
export function Notices() {
  const [wanted, setWanted] = useState(false);
  // Without its code nothing can be said; the next notice asks for it again.
  const failed = useCallback(() => setWanted(false), []);
  useEffect(() => {
    const want = () => setWanted(true);
    const stop = onFirstNotice(want);
    addEventListener('pointerdown', want, { once: true, passive: true });
    addEventListener('keydown', want, { once: true });
    return () => {
      stop();
      removeEventListener('pointerdown', want);
      removeEventListener('keydown', want);
    };
  }, []);
  return <Part wanted={wanted} load={load} onFail={failed} props={noProps} />;
}
