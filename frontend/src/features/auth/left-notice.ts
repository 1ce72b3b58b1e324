import { quietly } from '../../lib/browser-store';
import { showToast, type Notice } from '../../lib/toast';

const KEY = 'pax-notice';

/** Leaves a notice for the page that is loaded next in this tab. */
export function leaveNotice(notice: Notice): void {
  quietly(() => sessionStorage.setItem(KEY, JSON.stringify(notice)));
}

/** Shows the notice that the page before left, once. */
export function showLeftNotice(): void {
  const notice = quietly<Notice | null>(() => {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left === null ? null : JSON.parse(left);
  });
  if (notice) showToast(notice);
}
