import { z } from 'zod';
import { id, instant } from '../entities/fields.js';
import { orderRefund } from './admin.js';

/** Which stranded payments are asked for; all of them unless one is named. */
export const STRANDED_STATES = ['waiting', 'back'] as const;

/** Money that was received and that no checkout could take. */
export const strandedPayment = z.object({
  id,
  provider: z.string(),
  /** The provider's, by which it is looked up there. */
  reference: z.string(),
  /** Reference of the checkout that it came for, and its orders: none has a sheet where there are none. */
  checkout: z.string(),
  orders: z.array(id),
  /** In cents of its currency, which need not be the shop's. */
  amount: z.object({ cents: z.int().min(0), currency: z.string() }),
  receivedAt: instant,
  /** Why no checkout could take it, in the shop's words; null where nothing came in. */
  reason: z.string().nullable(),
  /** What gives it back, oldest first; amounts are in its currency. */
  refunds: z.array(orderRefund),
});
/** GET /api/admin/stranded-payments, newest first. */
export const strandedPaymentsAnswer = z.array(strandedPayment);
export type StrandedPayment = z.infer<typeof strandedPayment>;
