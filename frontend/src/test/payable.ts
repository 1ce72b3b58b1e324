import type { PaymentMethodsAnswer } from '@pax/contracts';

/** Answer of `GET /api/payments/methods` in a shop with these payment methods. */
export const payable = (...methods: string[]): PaymentMethodsAnswer => ({ methods });
