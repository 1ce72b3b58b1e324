/** One try to hand a message over. */
export interface Attempt {
  /** Start, ms since the epoch. */
  readonly at: number;
  /** Duration in ms. */
  readonly took: number;
  /** The receiver's status, when there was an answer that counted. */
  readonly status?: number;
  /** Why there was none. */
  readonly error?: string;
}

/** `waiting` for its next try, `held` until released, `delivered`, or `given-up` after the last try. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'given-up';

/** The story of a message's delivery. */
export interface Delivery {
  readonly attempts: Attempt[];
  /** How often delivery was tried; copies sent together count once. */
  tries: number;
  state: DeliveryState;
  /** When the next try is due, ms since the epoch. */
  nextAt?: number;
}
