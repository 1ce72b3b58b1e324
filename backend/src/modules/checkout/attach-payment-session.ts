import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import type { CardSession } from '../../infra/payments/card-session.js';
import { StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { Checkout } from './checkout.entity.js';

/** How long after opening the provider is asked for the first time if nothing was heard, ms. */
const FIRST_CHECK_MS = 60_000;

/**
 * Makes a new session the checkout's own, if it has none and is still open. Only then may its address be given
 * out: a checkout never has two pages that can be paid, and one that ended has none.
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
    if (checkout.providerSessionId !== session.id) await this.drop(session);
    const kept = this.kept(checkout);
    if (kept) return kept;
    throw new ShopError('CONFLICT', 'This checkout has ended in the meantime. Please try again.');
  }

  /**
   * @returns the session that an open checkout has, if any
   * @throws ShopError CONFLICT when the checkout ended, ALREADY_PAID when it was paid
   */
  kept(checkout: Checkout): CardSession | undefined {
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

  /** Nobody was ever given this session's address, so that it does no harm if the provider does not answer. */
  private async drop({ id }: CardSession): Promise<void> {
    await this.stripe.expireSession(id).catch((error: unknown) => {
      this.logger.warn(`session ${id}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
}
