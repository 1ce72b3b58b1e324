import { z } from 'zod';

/**
 * GET /api/health/ready: 200 while a purchase would work, else 503 with the same body. The details are for admins and for
 * who has the metrics token; anybody else reads the status alone.
 */
export const healthAnswer = z.looseObject({
  status: z.enum(['ok', 'degraded', 'down']),
  postgres: z.boolean().optional(),
  /** Ways to pay that work now. */
  payments: z.array(z.string()).optional(),
  /** Accounts made on the server that admin codes open: more than expected is a reason to look. */
  operatorAccounts: z.number().int().optional(),
  /** Reasons why a purchase would not be written: an older schema, a full disk, a missing right. */
  problems: z.array(z.string()).optional(),
  /** Things that an operator should change though the shop works. */
  warnings: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof healthAnswer>;

/** GET /api/payments/methods: the ways to pay that work now. */
export const paymentMethodsAnswer = z.object({ methods: z.array(z.string()) });
export type PaymentMethodsAnswer = z.infer<typeof paymentMethodsAnswer>;
