import { z } from 'zod';
import { id, instant } from '../entities/fields.js';
import { orderRefund } from './admin.js';

/** States for filtering stranded payments; without one, all are listed. */
export const STRANDED_STATES = ['waiting', 'back'] as const;

/** A received payment that no checkout could take. */
export const strandedPayment = z.object({
  id,
  provider: z.string(),
  /** The provider's reference of the payment. */
  reference: z.string(),
  /** Reference of the payment's checkout, and its orders; without orders, the panel has no order to open. */
  checkout: z.string(),
  orders: z.array(id),
  /** Cents of the payment's currency, which need not be the shop's. */
  amount: z.object({ cents: z.int().min(0), currency: z.string() }),
  receivedAt: instant,
  /** The reason why no checkout could take the payment, in the shop's words; null if no money arrived. */
  reason: z.string().nullable(),
  /** Refunds of the payment, oldest first, in the payment's currency. */
  refunds: z.array(orderRefund),
});
/** GET /api/admin/stranded-payments, newest first. */
export const strandedPaymentsAnswer = z.array(strandedPayment);
export type StrandedPayment = z.infer<typeof strandedPayment>;
