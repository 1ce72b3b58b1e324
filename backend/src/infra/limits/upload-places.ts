import type { ServerResponse } from 'node:http';
import { ShopError } from '../../common/problem.js';

/** Uploads at a time in this process; each may hold as many bytes as its call takes. */
const PLACES = 12;
/** Of one address, so that a slow one leaves room for others. */
const PLACES_PER_ADDRESS = 4;

/** Bounds what unread and unanswered uploads hold in memory (OWN-551). */
export class UploadPlaces {
  private readonly taken = new Map<string, number>();
  private total = 0;

  /** Takes a place until the answer ended or was cut. @throws ShopError RATE_LIMITED when there is none */
  take(address: string, answer: ServerResponse): void {
    const own = this.taken.get(address) ?? 0;
    if (this.total >= PLACES || own >= PLACES_PER_ADDRESS)
      throw new ShopError('RATE_LIMITED', 'Many files are being sent. Please try again in a moment.', {
        retryAfter: 2,
      });
    this.change(address, 1);
    answer.once('close', () => this.change(address, -1));
  }

  private change(address: string, by: number): void {
    this.total += by;
    const own = (this.taken.get(address) ?? 0) + by;
    if (own === 0) this.taken.delete(address);
    else this.taken.set(address, own);
  }
}
