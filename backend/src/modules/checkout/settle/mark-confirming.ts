import { Inject, Injectable } from '@nestjs/common';
import { HOLDING_STATES } from '@pax/contracts';
import { Clock } from '../../../common/clock.js';
import { Transactions, type Tx } from '../../../infra/database/transaction.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { createUnconfirmedOrders } from '../../orders/create-orders.js';
import { assertMayBuy, lockCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { transitionCheckout } from './checkout-state.js';
import { isBeyondShare } from './held-by-banks.js';

/** How long after it is confirming the provider is polled if no message of it came, ms. */
const FIRST_CHECK_MS = 20_000;

const HOUR_MS = 3_600_000;
/** More tries than anybody makes. */
const MOST_TRIES = 20;

/**
 * Payment started, outcome unknown: the hold stays until the provider reports one, or its time is over. By crypto the
 * orders are written now, because only staff can say that it was paid (OWN-94).
 */
@Injectable()
export class MarkConfirming {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param sessionId the session that is complete; one that is not the checkout's own changes nothing
   * @param attempt the try to pay that is pending, where a session has several
   * @throws ShopError BLOCKED by crypto, for a buyer who may not buy any more
   */
  async execute(ref: string, sessionId: string, attempt?: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines, buyer } = await lockCheckout(tx, ref);
      if (!HOLDING_STATES.includes(checkout.state) || checkout.providerSessionId !== sessionId) return;
      if (attempt !== undefined) await keepTry(tx, checkout, attempt);
      // Its provider knows it after all.
      if (checkout.unknownSince) await tx.update(Checkout, { id: checkout.id }, { unknownSince: null });
      if (checkout.state !== 'open') return;
      const isCrypto = checkout.method === 'crypto';
      // Crypto orders are placed at this moment.
      if (isCrypto) assertMayBuy(buyer);
      const { holds } = this.settings;
      const keepsHours = !isCrypto && !(await isBeyondShare(tx, checkout, holds));
      checkout.holdUntil = keepsHours
        ? this.clock.in(holds.confirmingHours * HOUR_MS)
        : checkout.sessionExpiresAt;
      await transitionCheckout(tx, checkout, 'confirming');
      const { holdUntil } = checkout;
      // Of crypto people confirm it: there is nobody to poll.
      const nextCheckAt = isCrypto ? null : this.clock.in(FIRST_CHECK_MS);
      await tx.update(Checkout, { id: checkout.id }, { checks: 0, nextCheckAt, holdUntil });
      if (!isCrypto) return;
      await createUnconfirmedOrders(tx, { checkout, lines }, this.clock.now());
    });
  }
}

/** The refusal of another try must not end the checkout while this one is pending (OWN-698). */
async function keepTry(tx: Tx, { id, pendingTries, refusedTries }: Checkout, attempt: string): Promise<void> {
  const isKnown = pendingTries.includes(attempt) || refusedTries.includes(attempt);
  if (isKnown || pendingTries.length >= MOST_TRIES) return;
  await tx.update(Checkout, { id }, { pendingTries: [...pendingTries, attempt] });
}
