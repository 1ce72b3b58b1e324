import { useEffect } from 'react';
import { notify, toaster } from '../components/notify';
import { Toaster } from '../components/toaster';
import { takeNotices } from '../lib/tell';

/** The region of notices, with what waited for it. */
export function NoticeRegion() {
  useEffect(() => takeNotices(notify, () => toaster.dismiss()), []);
  return <Toaster />;
}
