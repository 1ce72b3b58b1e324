import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { StripeGateway, type CardSession } from '../../infra/payments/stripe-gateway.js';
import { ApplySession } from './apply-session.js';
import { Checkout } from './checkout.entity.js';
import { EndCheckout } from './end-checkout.js';
import { OpenSession } from './open-session.js';
import { SettleCheckout } from './settle-checkout.js';

/** After the session's own end, how long until a session whose address was never given out is let go, ms. */
const GRACE_MS = 60_000;

/**
 * Asks the provider how a checkout stands and brings the shop there. With `stop` it asks that the session can't be
 * paid any more: what is held is given back only when the provider agrees.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when the provider does not answer; nothing has changed then
 */
@Injectable()
export class AskProvider {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly stripe: StripeGateway,
    private readonly open: OpenSession,
    private readonly apply: ApplySession,
    private readonly settle: SettleCheckout,
    private readonly end: EndCheckout,
    private readonly clock: Clock,
  ) {}

  async execute(ref: string, stop: boolean): Promise<void> {
    const checkout = await this.database.manager.findOneByOrFail(Checkout, { ref });
    if (checkout.state !== 'open' && checkout.state !== 'confirming') return;
    if (checkout.method === 'none') return this.settle.execute(ref, undefined);
    const session = await this.sessionOf(checkout, stop);
    if (session) await this.apply.execute(ref, session);
  }

  private async sessionOf(checkout: Checkout, stop: boolean): Promise<CardSession | undefined> {
    if (checkout.providerSessionId === null) return this.findUnknown(checkout, stop);
    return this.call(checkout.providerSessionId, stop && checkout.state === 'open');
  }

  /** No session is known: asking again under the same key finds it if it exists, and refuses if it never did. */
  private async findUnknown(checkout: Checkout, stop: boolean): Promise<CardSession | undefined> {
    const overAt = (checkout.sessionExpiresAt?.getTime() ?? 0) + GRACE_MS;
    if (this.clock.now().getTime() > overAt) {
      await this.end.execute(checkout.ref, 'expired');
      return undefined;
    }
    const session = await this.open.execute(checkout);
    return stop ? this.call(session.id, true) : session;
  }

  private async call(sessionId: string, stop: boolean): Promise<CardSession> {
    try {
      return stop ? await this.stripe.expireSession(sessionId) : await this.stripe.retrieveSession(sessionId);
    } catch {
      throw new ShopError(
        'PAYMENT_PROVIDER_UNAVAILABLE',
        'The payment provider does not answer right now. Please try again.',
        { retryAfter: 5 },
      );
    }
  }
}
