import { useNotice, type Notice } from '../lib/toast';

let stop = (): void => undefined;

/** Hands on every notice from now on to the one who listens, as somebody who reads them. */
export function hearNotices(listener: (notice: Notice) => void): void {
  stop();
  stop = useNotice.subscribe(({ shown }, before) => {
    if (shown && shown !== before.shown) listener(shown.notice);
  });
}
