/** Event for public/theme-boot.js, which shows a message if the start failed. */
export const START_EVENT = 'pax-start';

/** Reports the result of the start: `drawn` or `failed`. */
export function reportStartOutcome(outcome: 'drawn' | 'failed'): void {
  dispatchEvent(new CustomEvent(START_EVENT, { detail: outcome }));
}
