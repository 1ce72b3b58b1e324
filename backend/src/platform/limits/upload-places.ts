import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOnSocket } from '../http/input.js';
import { ShopError } from '../problem.js';

/** Uploads at a time in this process, by who sends them; each may hold as many bytes as its call takes. */
const PLACES = { staff: 6, account: 6, visitor: 6 } as const;
/** Places of one caller, so that a slow one leaves room for others: two addresses alone would fill three places each. */
const PLACES_EACH = { staff: 3, account: 3, visitor: 2 } as const;

const BUSY = 'Many files are being sent. Please try again in a moment.';
/** When a refused caller may try again, s. */
const RETRY_AFTER = 2;

export interface UploadCaller {
  kind: keyof typeof PLACES;
  /** The account's id, or the hash of a visitor's address. */
  key: string;
}

interface Upload extends UploadCaller {
  readonly request: IncomingMessage;
}

/**
 * Bounds what unread and unanswered uploads hold in memory. When all places are taken, a caller without one gets the
 * last place of the caller with the most, so that few callers cannot keep all others out.
 */
export class UploadPlaces {
  private readonly uploads = new Set<Upload>();

  /** Takes a place until the answer ended or was cut. @throws ShopError RATE_LIMITED when there is none */
  take({ kind, key }: UploadCaller, request: IncomingMessage, answer: ServerResponse): void {
    const ofKind = [...this.uploads].filter((upload) => upload.kind === kind);
    const own = ofKind.filter((upload) => upload.key === key).length;
    const hasPlace =
      !answer.closed &&
      own < PLACES_EACH[kind] &&
      (ofKind.length < PLACES[kind] || (own === 0 && this.endOneOf(ofKind)));
    // A connection that ended during the checks before would never give its place back.
    if (!hasPlace) throw new ShopError('RATE_LIMITED', BUSY, { retryAfter: RETRY_AFTER });
    const upload = { kind, key, request };
    this.uploads.add(upload);
    answer.once('close', () => this.uploads.delete(upload));
  }

  /** Ends the last upload of the caller with the most, read or not. @returns false when no caller has several places */
  private endOneOf(uploads: readonly Upload[]): boolean {
    const placesOf = ({ key }: Upload): number => uploads.filter((upload) => upload.key === key).length;
    const [last] = uploads
      .filter((upload) => placesOf(upload) > 1)
      .toReversed()
      .toSorted((one, other) => placesOf(other) - placesOf(one));
    if (!last) return false;
    this.uploads.delete(last);
    answerOnSocket(last.request.socket, 'RATE_LIMITED', BUSY);
    return true;
  }
}
