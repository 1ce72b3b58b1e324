import type { Notice } from '../components/notify';

let waiting: Notice | undefined;
let show: ((notice: Notice) => void) | undefined;
let quiet: (() => void) | undefined;
let ask: (() => void) | undefined;

/**
 * Shows a notice. Its code is not part of the first load: the first notice asks for it and waits until the region is
 * there; of several that wait, the newest is shown, as ever.
 */
export function tell(notice: Notice): void {
  if (show) show(notice);
  else {
    waiting = notice;
    ask?.();
  }
}

/** Takes the notice away that is shown: something opens that it would cover. */
export function hush(): void {
  waiting = undefined;
  quiet?.();
}

/** For the place of the region: told once when somebody has something to say. Returns a function that stops it. */
export function onFirstNotice(listener: () => void): () => void {
  ask = listener;
  if (waiting) listener();
  return () => {
    if (ask === listener) ask = undefined;
  };
}

/** For the region, once it is on the page: takes over, beginning with what waits. */
export function takeNotices(notify: (notice: Notice) => void, dismiss: () => void): void {
  show = notify;
  quiet = dismiss;
  if (waiting) notify(waiting);
  waiting = undefined;
}
