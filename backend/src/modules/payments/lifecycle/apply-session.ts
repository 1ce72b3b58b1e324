import { Injectable } from '@nestjs/common';
import type { CardSession } from '../stripe/card-session.js';
import { EndCheckout } from '../../checkout/settle/end-checkout.js';
import { MarkConfirming } from '../../checkout/settle/mark-confirming.js';
import { SettleCheckout } from '../../checkout/settle/settle-checkout.js';

/**
 * Brings a checkout to the state of a provider's session; idempotent, called by every path that learns of one. Money
 * counts from any session of the checkout; an ended session ends it only when it is the one that was handed out.
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
    if (session.paid) return this.settlePayment(ref, session);
    if (session.status === 'expired') return this.end.execute(ref, 'expired', id);
    if (failed) return this.end.execute(ref, 'failed', id);
    if (session.status === 'complete') return this.confirming.execute(ref, id);
  }

  private async settlePayment(ref: string, session: CardSession): Promise<void> {
    const { id, paymentRef, amountCents, currency } = session;
    // One session captures once, so its id identifies the capture when the payment's reference is missing.
    const payment = { provider: 'stripe', providerRef: paymentRef ?? id, amountCents, currency };
    const settled = await this.settle.execute(ref, payment);
    // A session is paid once, so no other money can come from it.
    if (!settled) await this.end.execute(ref, 'failed', id);
  }
}
