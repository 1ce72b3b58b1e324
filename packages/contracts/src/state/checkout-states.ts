import { z } from 'zod';

/** States of a checkout, which is one attempt to pay. */
export const CHECKOUT_STATES = [
  'open',
  'confirming',
  'paid',
  'expired',
  'cancelled',
  'failed',
  'disputed',
  'lost',
  'refunded',
] as const;
export const checkoutState = z.enum(CHECKOUT_STATES);
export type CheckoutState = z.infer<typeof checkoutState>;

/**
 * Allowed transitions of a checkout. An unpaid end becomes paid by a late payment, all or nothing; confirming becomes
 * open after a decline; refunded becomes lost when a lost dispute is reported after its refunds.
 */
export const CHECKOUT_TRANSITIONS: Record<CheckoutState, readonly CheckoutState[]> = {
  open: ['paid', 'confirming', 'expired', 'cancelled', 'failed'],
  confirming: ['paid', 'failed', 'open'],
  paid: ['disputed', 'refunded'],
  disputed: ['paid', 'lost'],
  expired: ['paid'],
  cancelled: ['paid'],
  failed: ['paid'],
  lost: [],
  refunded: ['lost'],
};

/** States in which a checkout holds goods and balances. */
export const HOLDING_STATES: readonly CheckoutState[] = ['open', 'confirming'];

export const PAYMENT_METHODS = ['card', 'wallet', 'crypto', 'none'] as const;
/** Payment method that the buyer chose: card, wallet or crypto; `none` for a total of 0. */
export const paymentMethod = z.enum(PAYMENT_METHODS);
export type PaymentMethod = z.infer<typeof paymentMethod>;
