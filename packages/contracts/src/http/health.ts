import { z } from 'zod';

/**
 * GET /api/health/ready: 200 while a purchase would work, otherwise 503 with the same body. Admins and holders of the
 * metrics token read the details, anybody else only the status.
 */
export const healthAnswer = z.looseObject({
  status: z.enum(['ok', 'degraded', 'down']),
  postgres: z.boolean().optional(),
  /** Payment methods that work now. */
  payments: z.array(z.string()).optional(),
  /** Number of accounts created on the server, which admin codes open; more than expected needs a closer look. */
  operatorAccounts: z.number().int().optional(),
  /** Reasons why a purchase could not be stored: an older schema, a full disk, a missing permission. */
  problems: z.array(z.string()).optional(),
  /** Findings that an operator should fix although the shop works. */
  warnings: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof healthAnswer>;

/** GET /api/payments/methods: the payment methods that work now. */
export const paymentMethodsAnswer = z.object({ methods: z.array(z.string()) });
export type PaymentMethodsAnswer = z.infer<typeof paymentMethodsAnswer>;
