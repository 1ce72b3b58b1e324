import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOnSocket } from '../http/malformed-requests.js';
import { ShopError } from '../shop-error.js';

/**
 * Limit of concurrent uploads in this process, by kind of sender. Each upload may take as much memory as its call
 * allows.
 */
const PLACES = { staff: 6, account: 6, visitor: 6 } as const;
/** Limit of concurrent uploads of one caller, so that a slow caller leaves places for others. */
const PLACES_EACH = { staff: 3, account: 3, visitor: 2 } as const;
/** Limit of the callers of one address together, half of all places, since one person may have many accounts. */
const PLACES_AT_ADDRESS = 3;

const BUSY = 'Many files are being sent. Please try again in a moment.';
/** Time after which a refused caller may try again, s. */
const RETRY_AFTER = 2;

export interface UploadCaller {
  kind: keyof typeof PLACES;
  /** The account's id, or the hash of a visitor's address. */
  key: string;
  /** Hash of the caller's address. */
  address: string;
}

interface Upload extends UploadCaller {
  readonly request: IncomingMessage;
}

/**
 * Limits the memory that unread and unanswered uploads take. When all places are taken, a caller without one gets a
 * place from the address or the caller with the most, so that few cannot lock all others out.
 */
export class UploadPlaces {
  private readonly uploads = new Set<Upload>();

  /**
   * Takes a place until the upload is answered or aborted.
   * @throws ShopError RATE_LIMITED when no place is free
   */
  takeUploadPlace(
    { kind, key, address }: UploadCaller,
    request: IncomingMessage,
    answer: ServerResponse,
  ): void {
    const ofKind = [...this.uploads].filter((upload) => upload.kind === kind);
    const ofAddress = ofKind.filter((upload) => upload.address === address);
    const own = ofKind.filter((upload) => upload.key === key).length;
    const isAddressFull = ofAddress.length >= PLACES_AT_ADDRESS;
    const isFree = !isAddressFull && ofKind.length < PLACES[kind];
    const hasPlace =
      !answer.closed &&
      own < PLACES_EACH[kind] &&
      (isFree ||
        (own === 0 &&
          ((!isAddressFull && this.endLastUpload(ofKind, 'address', ofAddress.length + 1)) ||
            this.endLastUpload(isAddressFull ? ofAddress : ofKind, 'key', 1))));
    // Takes no place for a connection that closed during the earlier checks, because its place would never become
    // free.
    if (!hasPlace) throw new ShopError('RATE_LIMITED', BUSY, { retryAfter: RETRY_AFTER });
    const upload = { kind, key, address, request };
    this.uploads.add(upload);
    answer.once('close', () => this.uploads.delete(upload));
  }

  /**
   * Ends the newest upload of the address, or of the caller, with the most places.
   * @param least number of places that it must exceed
   * @returns false when none has so many
   */
  private endLastUpload(uploads: readonly Upload[], by: 'address' | 'key', least: number): boolean {
    const countPlacesOf = (one: Upload): number => uploads.filter((upload) => upload[by] === one[by]).length;
    const [last] = uploads
      .filter((upload) => countPlacesOf(upload) > least)
      .toReversed()
      .toSorted((one, other) => countPlacesOf(other) - countPlacesOf(one));
    if (!last) return false;
    this.uploads.delete(last);
    answerOnSocket(last.request.socket, 'RATE_LIMITED', BUSY);
    return true;
  }
}
