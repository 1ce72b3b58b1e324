/** Handles stop signals in a script that has started other programs. */

/** Signals within this time, ms, count as one request to stop, since a terminal and npm both forward one Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Listens for stop signals: the first one aborts the returned signal, so that the process can clean up; a later one
 * ends the process at once.
 * @returns {AbortSignal}
 */
export function listenForStop() {
  const stop = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) first = Date.now();
    else if (Date.now() - first > SAME_SIGNAL_MS) process.exit(130);
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal);
  return stop.signal;
}
