/** Heard by public/theme-boot.js, which says it in words where the shop does not come up. */
export const START_EVENT = 'pax-start';

/** How the start ended: the shop is drawn, or it can't be (OWN-301). */
export function endStart(outcome: 'drawn' | 'failed'): void {
  dispatchEvent(new CustomEvent(START_EVENT, { detail: outcome }));
}
