import { Injectable } from '@nestjs/common';
import type { CardSession } from '../../infra/payments/stripe-gateway.js';
import { EndCheckout } from './end-checkout.js';
import { MarkConfirming } from './mark-confirming.js';
import { SettleCheckout } from './settle-checkout.js';

/**
 * Brings a checkout to what the provider says of its session. Idempotent; messages, refresh, cancel, reconciler
 * and sweeper all come here with whatever they learned.
 */
@Injectable()
export class ApplySession {
  constructor(
    private readonly settle: SettleCheckout,
    private readonly end: EndCheckout,
    private readonly confirming: MarkConfirming,
  ) {}

  async execute(ref: string, session: CardSession, failed = false): Promise<void> {
    if (session.paid) {
      const { amountCents, currency } = session;
      // One session captures once, so its id stands in where the payment's reference is not told.
      return this.settle.execute(ref, {
        provider: 'stripe',
        providerRef: session.paymentRef ?? session.id,
        amountCents,
        currency,
      });
    }
    if (session.status === 'expired') return this.end.execute(ref, 'expired');
    if (failed) return this.end.execute(ref, 'failed');
    if (session.status === 'complete') return this.confirming.execute(ref);
  }
}
