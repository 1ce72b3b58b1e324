import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import type { CardSession } from '../stripe/card-session.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { Checkout } from '../../checkout/checkout.entity.js';

/** How long after opening the provider is polled first if no message of it came, ms. */
const FIRST_CHECK_MS = 60_000;

/**
 * Makes a new session the checkout's own if it is open and has none. Its address may be given out only then: a
 * checkout never has two pages that can be paid, and an ended one has none.
 */
@Injectable()
export class AttachPaymentSession {
  private readonly logger = new Logger(AttachPaymentSession.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly stripe: StripeGateway,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the session that the checkout has now: this one, or the one that was there first
   * @throws ShopError CONFLICT when the checkout ended meanwhile, ALREADY_PAID when it was paid
   */
  async execute(ref: string, session: CardSession): Promise<CardSession> {
    if (await this.store(ref, session)) return session;
    const checkout = await this.database.manager.findOneByOrFail(Checkout, { ref });
    if (checkout.providerSessionId !== session.id) await this.expireUnused(session);
    const attachedSession = this.attachedSession(checkout);
    if (attachedSession) return attachedSession;
    throw new ShopError('CONFLICT', 'This checkout has ended in the meantime. Please try again.');
  }

  /**
   * @returns the session that an open checkout has, if any
   * @throws ShopError CONFLICT when the checkout ended, ALREADY_PAID when it was paid
   */
  attachedSession(checkout: Checkout): CardSession | undefined {
    const { ref, state, providerSessionId: id, providerUrl: url } = checkout;
    if (state === 'paid' || state === 'confirming')
      throw new ShopError('ALREADY_PAID', 'Your earlier checkout was paid a moment ago.', { checkout: ref });
    if (state !== 'open')
      throw new ShopError('CONFLICT', 'This checkout has ended in the meantime. Please try again.');
    if (id === null) return undefined;
    const { totalCents: amountCents, currency } = checkout;
    const unpaid = { status: 'open' as const, paid: false, failed: false, paymentRef: null };
    return { ...unpaid, id, url, amountCents, currency, ref };
  }

  private async store(ref: string, { id, url }: CardSession): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.query(
      `UPDATE checkouts SET provider_session_id = $2, provider_url = $3, next_check_at = $4
        WHERE ref = $1 AND state = 'open' AND provider_session_id IS NULL`,
      [ref, id, url, this.clock.in(FIRST_CHECK_MS)],
    );
    return count === 1;
  }

  /** Its address was never given out, so an answer that does not come does no harm. */
  private async expireUnused({ id }: CardSession): Promise<void> {
    await this.stripe.expireSession(id).catch((error: unknown) => {
      this.logger.warn(
        `Unused session ${id} could not be expired and ends by itself: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
}
