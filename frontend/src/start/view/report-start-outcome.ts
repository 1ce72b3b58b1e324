/** Name of the event for public/theme-boot.js, which shows a message if the app failed to start. */
export const START_EVENT = 'pax-start';

/** Reports whether the app has started: `drawn` or `failed`. */
export function reportStartOutcome(outcome: 'drawn' | 'failed'): void {
  dispatchEvent(new CustomEvent(START_EVENT, { detail: outcome }));
}
