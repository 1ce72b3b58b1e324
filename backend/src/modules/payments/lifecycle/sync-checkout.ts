import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { HOLDING_STATES } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import type { CardSession } from '../stripe/card-session.js';
import { ProviderRefusal } from '../provider-errors.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { ApplySession } from './apply-session.js';
import { Checkout } from '../../checkout/checkout.entity.js';
import { EndCheckout } from '../../checkout/settle/end-checkout.js';
import { CreatePaymentSession } from './create-payment-session.js';
import { SettleCheckout } from '../../checkout/settle/settle-checkout.js';

/** How long after its end a session that the provider does not know is given up, ms. */
const GRACE_MS = 60_000;

/**
 * Brings a checkout to its session's state at the provider. With `expire` the session is ended there first; the hold
 * is released only when the provider confirms that.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when the provider does not answer; nothing has changed then
 */
@Injectable()
export class SyncCheckout {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly stripe: StripeGateway,
    private readonly createSession: CreatePaymentSession,
    private readonly apply: ApplySession,
    private readonly settle: SettleCheckout,
    private readonly end: EndCheckout,
    private readonly clock: Clock,
  ) {}

  async execute(ref: string, { expire }: { expire: boolean }): Promise<void> {
    const checkout = await this.database.manager.findOneByOrFail(Checkout, { ref });
    if (!HOLDING_STATES.includes(checkout.state)) return;
    if (checkout.method === 'none') return void (await this.settle.execute(ref, undefined));
    const session = await this.sessionOf(checkout, expire && checkout.state === 'open');
    if (session) await this.apply.execute(ref, session);
  }

  private async sessionOf(checkout: Checkout, expire: boolean): Promise<CardSession | undefined> {
    if (checkout.providerSessionId !== null) return this.call(checkout, checkout.providerSessionId, expire);
    if (this.isOver(checkout)) {
      await this.end.execute(checkout.ref, 'expired');
      return undefined;
    }
    const session = await this.findUnknown(checkout);
    return session && expire ? this.call(checkout, session.id, true) : session;
  }

  /** No session is stored: repeating the create with the same key finds one that exists, and is refused otherwise. */
  private async findUnknown(checkout: Checkout): Promise<CardSession | undefined> {
    try {
      return await this.createSession.execute(checkout);
    } catch (error) {
      const { state } = await this.database.manager.findOneByOrFail(Checkout, { ref: checkout.ref });
      // Refused for good, or ended by another process: nothing is left to do.
      if (!HOLDING_STATES.includes(state)) return undefined;
      throw error;
    }
  }

  private async call(
    checkout: Checkout,
    sessionId: string,
    expire: boolean,
  ): Promise<CardSession | undefined> {
    try {
      return expire
        ? await this.stripe.expireSession(sessionId)
        : await this.stripe.retrieveSession(sessionId);
    } catch (error) {
      if (error instanceof ProviderRefusal && checkout.state === 'open' && this.isOver(checkout)) {
        // Unknown at the provider and past its end: release the hold, or it would stay for ever.
        await this.end.execute(checkout.ref, 'expired');
        return undefined;
      }
      throw new ShopError(
        'PAYMENT_PROVIDER_UNAVAILABLE',
        'The payment provider does not answer right now. Please try again.',
        { retryAfter: 5 },
      );
    }
  }

  private isOver({ sessionExpiresAt }: Checkout): boolean {
    return this.clock.now().getTime() > (sessionExpiresAt?.getTime() ?? 0) + GRACE_MS;
  }
}
