/** One try to hand a message over. */
export interface Attempt {
  /** Start, ms since the epoch. */
  readonly at: number;
  /** Duration in ms. */
  readonly took: number;
  /** Status of the receiver's answer; absent without a valid answer. */
  readonly status?: number;
  /** Reason for the missing answer. */
  readonly error?: string;
}

/** `waiting` for its next try, `held` until released, `delivered`, or `given-up` after the last try. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'given-up';

/** State and history of a message's delivery. */
export interface Delivery {
  readonly attempts: Attempt[];
  /** Number of tries; copies sent together count once. */
  tries: number;
  state: DeliveryState;
  /** Time of the next try, ms since the epoch. */
  nextAt?: number;
}
