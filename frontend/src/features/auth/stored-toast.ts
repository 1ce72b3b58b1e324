import { tryOrNull } from '../../lib/browser-store';
import { showToast, type Toast } from '../../lib/toast';

const KEY = 'pax-notice';

/** Leaves a notice for the page that is loaded next in this tab. */
export function storeToast(toast: Toast): void {
  tryOrNull(() => sessionStorage.setItem(KEY, JSON.stringify(toast)));
}

/** Shows the notice that the page before left, once. */
export function showStoredToast(): void {
  const toast = tryOrNull<Toast | null>(() => {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left === null ? null : JSON.parse(left);
  });
  if (toast) showToast(toast);
}
