import { useToast, type Toast } from '../lib/browser/toast';

let stop = (): void => undefined;

/** Calls the listener with every toast shown from now on. */
export function collectToasts(listener: (toast: Toast) => void): void {
  stop();
  stop = useToast.subscribe(({ shown }, before) => {
    if (shown && shown !== before.shown) listener(shown.toast);
  });
}
