import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstNotice } from '../lib/tell';

const NoticeRegion = lazy(async () => ({ default: (await import('./notice-region')).NoticeRegion }));

/** The place of the notices: fetched with the first one, or as soon as the shopper touches the page. */
export function Notices() {
  const [wanted, setWanted] = useState(false);
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
  return (
    wanted && (
      <Suspense>
        <NoticeRegion />
      </Suspense>
    )
  );
}
