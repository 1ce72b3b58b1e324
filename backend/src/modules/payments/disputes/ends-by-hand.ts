import type { Dispute } from './dispute.entity.js';

/** Most cases are decided within it; whose end is not told by then may never be, and the buyer is suspended meanwhile. */
export const SILENT_AFTER_MS = 30 * 24 * 3_600_000;

interface Circumstances {
  /** The provider's reference of its payment. */
  paymentRef: string;
  /** Its provider tells of no end. */
  isSilent: boolean;
  now: Date;
}

/**
 * Whether an admin may say how a dispute ended: it is open, and its end is never told, belongs to no
 * case that could be told of, or was not told for 30 days.
 */
export function endsByHand(
  { state, providerRef, createdAt }: Pick<Dispute, 'state' | 'providerRef' | 'createdAt'>,
  { paymentRef, isSilent, now }: Circumstances,
): boolean {
  if (state !== 'open') return false;
  return isSilent || providerRef === paymentRef || now.getTime() - createdAt.getTime() >= SILENT_AFTER_MS;
}
