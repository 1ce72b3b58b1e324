import { Injectable } from '@nestjs/common';
import type { CardSession } from '../../infra/payments/card-session.js';
import { EndCheckout } from './end-checkout.js';
import { MarkConfirming } from './mark-confirming.js';
import { SettleCheckout } from './settle-checkout.js';

/**
 * Brings a checkout to what the provider says of a session. Idempotent; messages, refresh, cancel, reconciler
 * and sweeper all come here with whatever they learned. Money counts whichever session brought it; that a session
 * is over says something of the checkout only when it is the one whose address was given out.
 */
@Injectable()
export class ApplySession {
  constructor(
    private readonly settle: SettleCheckout,
    private readonly end: EndCheckout,
    private readonly confirming: MarkConfirming,
  ) {}

  /** @param failed the provider's message says that the payment will not come */
  async execute(ref: string, session: CardSession, failed = session.failed): Promise<void> {
    const { id } = session;
    if (session.paid) return this.takeMoney(ref, session);
    if (session.status === 'expired') return this.end.execute(ref, 'expired', id);
    if (failed) return this.end.execute(ref, 'failed', id);
    if (session.status === 'complete') return this.confirming.execute(ref, id);
  }

  private async takeMoney(ref: string, session: CardSession): Promise<void> {
    const { id, paymentRef, amountCents, currency } = session;
    // One session captures once, so its id stands in where the payment's reference is not told.
    const payment = { provider: 'stripe', providerRef: paymentRef ?? id, amountCents, currency };
    const taken = await this.settle.execute(ref, payment);
    // A session is paid once: what it was opened for will not come any more.
    if (!taken) await this.end.execute(ref, 'failed', id);
  }
}
