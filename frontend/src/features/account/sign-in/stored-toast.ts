import { tryOrNull } from '../../../lib/storage/browser-store';
import { showToast, type Toast } from '../../../lib/browser/toast';

const KEY = 'pax-notice';

/** Stores a toast for the next page load of this tab. */
export function storeToast(toast: Toast): void {
  tryOrNull(() => sessionStorage.setItem(KEY, JSON.stringify(toast)));
}

/** Shows and removes the stored toast. */
export function showStoredToast(): void {
  const toast = tryOrNull<Toast | null>(() => {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left === null ? null : JSON.parse(left);
  });
  if (toast) showToast(toast);
}
