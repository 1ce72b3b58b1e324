import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { FormerIdentities } from '../../../people/accounts/former-identities.js';
import { writeAuditRow } from '../../../people/audit/audit.js';
import type { StaffActor } from '../../../people/accounts/conflict-of-interest.js';
import { assertNotOwnOrder } from '../../orders/find-orders.js';
import { PaymentLifecycle } from '../session/payment-lifecycle.js';
import { PaymentSessions } from '../session/payment-sessions.js';
import { lockCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { ReleaseHold } from '../settle/release-hold.js';

/** Time after which the sweeper retries the release, ms, in case this process ends before the provider answers. */
const RETRY_MS = 5_000;

/**
 * Releases a hold for staff. An open checkout is ended at its provider, or settled if it proves to be paid; a
 * confirming one loses its goods. If the provider does not answer, the sweeper retries.
 */
@Injectable()
export class ReleaseByStaff {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly payments: PaymentLifecycle,
    private readonly sessions: PaymentSessions,
    private readonly releaseHold: ReleaseHold,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, OWN_ORDER, ILLEGAL_MOVE when nothing is held, PAYMENT_PROVIDER_UNAVAILABLE */
  async execute({ ref, actor, role }: StaffActor & { ref: string }): Promise<void> {
    const isOpen = await this.transactions.run(async (tx) => {
      const { checkout } = await lockCheckout(tx, ref);
      if (!checkout.holding) throw nothingHeldError();
      const { userId, id, state } = checkout;
      await assertNotOwnOrder(tx, this.departed, {
        actor,
        role,
        userId,
        subject: `checkout:${ref}`,
        action: 'hold.release',
      });
      if (state !== 'open') return false;
      await auditRelease(tx, ref, actor);
      const [cancelRequestedAt, nextCheckAt] = [this.clock.now(), this.clock.fromNow(RETRY_MS)];
      await tx.update(Checkout, { id }, { cancelRequestedAt, nextCheckAt });
      return true;
    });
    if (isOpen) {
      await this.payments.syncCheckout(ref, { expire: true });
      // Goes on for a payment that began meanwhile, because the shop cannot end its session any more.
      if ((await this.sessions.findCheckout(ref)).state !== 'confirming') return;
    }
    const recorded = isOpen ? {} : { record: (tx: Tx) => auditRelease(tx, ref, actor) };
    const wasReleased = await this.releaseHold.execute({ ref, actor, ...recorded });
    if (!wasReleased && !isOpen) throw nothingHeldError();
  }
}

const auditRelease = (tx: Tx, ref: string, actor: string): Promise<void> =>
  writeAuditRow(tx, { actor, action: 'hold.release', subject: `checkout:${ref}` });

const nothingHeldError = (): ShopError =>
  new ShopError('ILLEGAL_MOVE', 'This checkout holds nothing any more.', { legal: [] });
