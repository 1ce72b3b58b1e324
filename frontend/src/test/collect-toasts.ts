import { useToast, type Toast } from '../lib/toast';

let stop = (): void => undefined;

/** Hands on every notice from now on to the one who listens, as somebody who reads them. */
export function collectToasts(listener: (toast: Toast) => void): void {
  stop();
  stop = useToast.subscribe(({ shown }, before) => {
    if (shown && shown !== before.shown) listener(shown.toast);
  });
}
