import { useEffect } from 'react';
import { notify, toaster } from '../components/notify';
import { Toaster } from '../components/toaster';
import { takeNotices } from '../lib/tell';

/** The region of notices, with what waited for it. */
export function NoticeRegion() {
  // The region listens only after its own first effects; what is said before is lost.
  useEffect(() => {
    const timer = setTimeout(() => takeNotices(notify, () => toaster.dismiss()));
    return () => clearTimeout(timer);
  }, []);
  return <Toaster />;
}
