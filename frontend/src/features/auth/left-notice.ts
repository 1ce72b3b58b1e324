import type { Notice } from '../../components/notify';
import { tell } from '../../lib/tell';

const KEY = 'pax-notice';

/** Leaves a notice for the page that is loaded next in this tab. */
export function leaveNotice(notice: Notice): void {
  sessionStorage.setItem(KEY, JSON.stringify(notice));
}

/** Shows the notice that the page before left, once. */
export function showLeftNotice(): void {
  const left = sessionStorage.getItem(KEY);
  if (left === null) return;
  sessionStorage.removeItem(KEY);
  const notice: Notice = JSON.parse(left);
  tell(notice);
}
