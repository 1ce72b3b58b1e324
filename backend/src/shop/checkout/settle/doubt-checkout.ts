import { Injectable } from '@nestjs/common';
import { toDecimal } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alert.js';
import { lockCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { endUnpaid } from './end-unpaid.js';

/** So long a provider has to say the same, ms, before a payment that was under way is given up. */
export const UNKNOWN_MS = 24 * 3_600_000;

/**
 * A confirming checkout of whose payment its provider knows nothing. One such answer may be the provider's fault
 * and the money taken; after a day of them the hold ends and people are told. Money that comes then is late money.
 */
@Injectable()
export class DoubtCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @param sessionId the session that is not known; one that is not the checkout's own changes nothing */
  async execute(ref: string, sessionId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines } = await lockCheckout(tx, ref);
      const { id, state, method, providerSessionId, totalCents, unknownSince } = checkout;
      if (state !== 'confirming' || providerSessionId !== sessionId) return;
      const now = this.clock.now();
      if (unknownSince === null) await tx.update(Checkout, { id }, { unknownSince: now });
      if (unknownSince === null || now.getTime() - unknownSince.getTime() < UNKNOWN_MS) return;
      await endUnpaid(tx, { checkout, lines }, { to: 'failed', actor: 'shop', now });
      raiseAlert(tx, {
        kind: 'failure',
        title: 'Payment given up',
        detail: `Checkout ${ref}: for a day the provider (${method}) has known no payment ${sessionId}, which was under way. It failed, and its goods are free. Look for $${toDecimal(totalCents)} of it at the provider: if they were taken, they come as late money by its message or the hourly comparison.`,
      });
    });
  }
}
