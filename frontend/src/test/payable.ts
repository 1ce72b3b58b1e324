import type { PaymentMethodsAnswer } from '@pax/contracts';

/** What `GET /api/payments/methods` says of a shop with these payment methods. */
export const payable = (...methods: string[]): PaymentMethodsAnswer => ({ methods });
