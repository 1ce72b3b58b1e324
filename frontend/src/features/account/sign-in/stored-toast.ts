import { tryOrNull } from '../../../lib/storage/browser-storage';
import { showToast, type Toast } from '../../../lib/browser/toast';

const KEY = 'pax-notice';

/** Stores a toast, which is shown after the next page load in this tab. */
export function storeToast(toast: Toast): void {
  tryOrNull(() => sessionStorage.setItem(KEY, JSON.stringify(toast)));
}

/** Shows the stored toast and removes it from the storage. */
export function showStoredToast(): void {
  const toast = tryOrNull<Toast | null>(() => {
    const left = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return left === null ? null : JSON.parse(left);
  });
  if (toast) showToast(toast);
}
