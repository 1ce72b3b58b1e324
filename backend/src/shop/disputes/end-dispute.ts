import { Injectable } from '@nestjs/common';
import type { DisputeEndRequest, OrderDispute } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { BlockUser } from '../../people/accounts/block-user.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { readBuyerId } from '../checkout/checkout.queries.js';
import { assertNotOwnOrder } from '../orders/find-orders.js';
import { Dispute, lockPayment, type Payment } from '../payments/payment.entity.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { ApplyDispute } from './apply-dispute.js';
import { toOrderDispute } from './disputes.queries.js';
import { canEndManually } from './can-end-manually.js';

interface EndDisputeInput extends DisputeEndRequest, StaffActor {
  disputeId: number;
}

/**
 * Lets an admin record the end of a dispute that the provider did not report, with the same effects as a report.
 */
@Injectable()
export class EndDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly providers: PaymentProviderRegistry,
    private readonly applyDispute: ApplyDispute,
    private readonly blockUser: BlockUser,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError NOT_FOUND; ILLEGAL_MOVE if the dispute has ended, or the provider may still report its end
   */
  async execute({ disputeId, outcome: state, reference, ...by }: EndDisputeInput): Promise<OrderDispute> {
    const paymentId = await this.transactions.run((tx) => readPaymentId(tx, disputeId));
    const loser = await this.applyDispute.findLoser({ id: paymentId }, state);
    const { answer, blocked } = await this.transactions.run(async (tx) => {
      const { payment, dispute } = await lockDispute(tx, paymentId, disputeId);
      if (dispute.state !== 'open') throw illegalMoveError(`A dispute that is ${dispute.state} has ended.`);
      const now = this.clock.now();
      const isSilent = this.providers.endsDisputesByHand(payment.provider);
      if (!canEndManually(dispute, { paymentRef: payment.providerRef, isSilent, now }))
        throw illegalMoveError('The provider tells how this dispute ends.');
      const { amountCents, createdAt } = dispute;
      // Builds the end like the provider's report, so that refunds made meanwhile are not booked again.
      const openedAt =
        this.providers.findProviderByName(payment.provider)?.disputesIncludeRefunds && createdAt;
      const end = { state, amountCents, closedAt: now, loser, ...(openedAt && { openedAt }) };
      const account = await this.applyDispute.applyStateChange(tx, payment, dispute, end);
      const act = { action: 'dispute.end', subject: `dispute:${disputeId}` } as const;
      const userId = await readBuyerId(tx, payment.checkoutId);
      await assertNotOwnOrder(tx, this.departed, { ...by, ...act, userId });
      await writeAuditRow(tx, { actor: by.actor, ...act, detail: { outcome: state, reference } });
      return { answer: toOrderDispute(dispute, false), blocked: account };
    });
    if (blocked !== undefined) await this.blockUser.endConnectionsAndBlockSuccessors(blocked);
    return answer;
  }
}

/**
 * Reads the id of the payment that a dispute is about.
 * @throws ShopError NOT_FOUND
 */
async function readPaymentId(tx: Tx, disputeId: number): Promise<number> {
  const seen = await tx.findOneBy(Dispute, { id: disputeId });
  if (!seen) throw notFoundError();
  return seen.paymentId;
}

/**
 * Locks the dispute's payment, as every change of the payment's refunds does, and reads the dispute, which this lock
 * protects too.
 */
async function lockDispute(
  tx: Tx,
  paymentId: number,
  disputeId: number,
): Promise<{ payment: Payment; dispute: Dispute }> {
  const payment = await lockPayment(tx, { id: paymentId });
  if (!payment) throw notFoundError();
  return { payment, dispute: await tx.findOneByOrFail(Dispute, { id: disputeId }) };
}

const notFoundError = (): ShopError => new ShopError('NOT_FOUND', 'There is no such dispute.');

const illegalMoveError = (text: string): ShopError => new ShopError('ILLEGAL_MOVE', text, { legal: [] });
