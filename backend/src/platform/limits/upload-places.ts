import type { ServerResponse } from 'node:http';
import { ShopError } from '../problem.js';

/** Uploads at a time in this process, by who sends them; each may hold as many bytes as its call takes. */
const PLACES = { staff: 6, account: 6, visitor: 6 } as const;
/** Places of one caller, so that a slow one leaves room for others: two addresses alone would fill three places each. */
const PLACES_EACH = { staff: 3, account: 3, visitor: 2 } as const;

export interface UploadCaller {
  kind: keyof typeof PLACES;
  /** The account's id, or the hash of a visitor's address. */
  key: string;
}

/** Bounds what unread and unanswered uploads hold in memory. */
export class UploadPlaces {
  private readonly taken = new Map<string, number>();
  private readonly totals = { staff: 0, account: 0, visitor: 0 };

  /** Takes a place until the answer ended or was cut. @throws ShopError RATE_LIMITED when there is none */
  take(caller: UploadCaller, answer: ServerResponse): void {
    const own = this.taken.get(nameOf(caller)) ?? 0;
    const isFull = this.totals[caller.kind] >= PLACES[caller.kind] || own >= PLACES_EACH[caller.kind];
    // A connection that ended during the checks before would never give its place back.
    if (isFull || answer.closed)
      throw new ShopError('RATE_LIMITED', 'Many files are being sent. Please try again in a moment.', {
        retryAfter: 2,
      });
    this.change(caller, 1);
    answer.once('close', () => this.change(caller, -1));
  }

  private change(caller: UploadCaller, by: number): void {
    const name = nameOf(caller);
    this.totals[caller.kind] += by;
    const own = (this.taken.get(name) ?? 0) + by;
    if (own === 0) this.taken.delete(name);
    else this.taken.set(name, own);
  }
}

const nameOf = ({ kind, key }: UploadCaller): string => `${kind}:${key}`;
