import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOnSocket } from '../http/input.js';
import { ShopError } from '../problem.js';

/**
 * Limit of concurrent uploads in this process, by kind of sender. Each upload may take as much memory as its call
 * allows.
 */
const PLACES = { staff: 6, account: 6, visitor: 6 } as const;
/** Limit of concurrent uploads of one caller, so that a slow caller leaves places for others. */
const PLACES_EACH = { staff: 3, account: 3, visitor: 2 } as const;

const BUSY = 'Many files are being sent. Please try again in a moment.';
/** Time after which a refused caller may try again, s. */
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
 * Limits the memory that unread and unanswered uploads take. When all places are taken, a caller without one gets a
 * place from the caller with the most, so that few callers cannot lock all others out.
 */
export class UploadPlaces {
  private readonly uploads = new Set<Upload>();

  /**
   * Takes a place until the upload is answered or aborted.
   * @throws ShopError RATE_LIMITED when no place is free
   */
  takeUploadPlace({ kind, key }: UploadCaller, request: IncomingMessage, answer: ServerResponse): void {
    const ofKind = [...this.uploads].filter((upload) => upload.kind === kind);
    const own = ofKind.filter((upload) => upload.key === key).length;
    const hasPlace =
      !answer.closed &&
      own < PLACES_EACH[kind] &&
      (ofKind.length < PLACES[kind] || (own === 0 && this.endLastUpload(ofKind)));
    // Takes no place for a connection that closed during the earlier checks, because its place would never become
    // free.
    if (!hasPlace) throw new ShopError('RATE_LIMITED', BUSY, { retryAfter: RETRY_AFTER });
    const upload = { kind, key, request };
    this.uploads.add(upload);
    answer.once('close', () => this.uploads.delete(upload));
  }

  /**
   * Ends the newest upload of the caller with the most places.
   * @returns false when no caller has several places
   */
  private endLastUpload(uploads: readonly Upload[]): boolean {
    const countPlacesOf = ({ key }: Upload): number => uploads.filter((upload) => upload.key === key).length;
    const [last] = uploads
      .filter((upload) => countPlacesOf(upload) > 1)
      .toReversed()
      .toSorted((one, other) => countPlacesOf(other) - countPlacesOf(one));
    if (!last) return false;
    this.uploads.delete(last);
    answerOnSocket(last.request.socket, 'RATE_LIMITED', BUSY);
    return true;
  }
}
