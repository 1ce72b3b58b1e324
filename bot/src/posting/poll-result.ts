/** Result of one poll: work was done, or the time until the next poll, ms (Infinity: until woken). */
export type PollResult = { worked: true } | { worked: false; waitMs: number };

export const WORKED: PollResult = { worked: true };
export const retryAfter = (waitMs: number): PollResult => ({ worked: false, waitMs });
export const NOTHING_TO_DO: PollResult = retryAfter(Number.POSITIVE_INFINITY);
