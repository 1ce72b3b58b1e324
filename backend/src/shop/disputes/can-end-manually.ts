import type { Dispute } from '../payments/payment.entity.js';

/**
 * Time in which most disputes are decided, ms. After that, an end may never be reported, and the buyer would stay
 * suspended.
 */
export const SILENT_AFTER_MS = 30 * 24 * 3_600_000;

interface DisputeCircumstances {
  /** The provider's reference of the disputed payment. */
  paymentRef: string;
  /** True if the provider never reports the end of a dispute. */
  isSilent: boolean;
  now: Date;
}

/**
 * Tells whether an admin may record the end of a dispute: it is open, and the provider never reports ends, has no
 * case for it, or has reported none for 30 days.
 */
export function canEndManually(
  { state, providerRef, createdAt }: Pick<Dispute, 'state' | 'providerRef' | 'createdAt'>,
  { paymentRef, isSilent, now }: DisputeCircumstances,
): boolean {
  if (state !== 'open') return false;
  return isSilent || providerRef === paymentRef || now.getTime() - createdAt.getTime() >= SILENT_AFTER_MS;
}
