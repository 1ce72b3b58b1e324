import { Injectable } from '@nestjs/common';
import type { DisputeEndRequest, OrderDispute } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/problem.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { DepartedPeople } from '../../../people/accounts/departed-people.js';
import { audit } from '../../../people/audit/audit.js';
import type { StaffActor } from '../../../people/accounts/own-act.js';
import { assertNotOwnPayment, Payment } from '../payment.entity.js';
import { PaymentProviders } from '../payment-providers.js';
import { Reversals } from '../refunds/reversals.js';
import { ApplyDispute } from './apply-dispute.js';
import { Dispute } from './dispute.entity.js';
import { toOrderDispute } from './disputes.queries.js';
import { endsByHand } from './ends-by-hand.js';

interface EndDisputeInput extends DisputeEndRequest, StaffActor {
  disputeId: number;
}

/** An admin says how a dispute ended of whose end its provider did not tell. All follows as if it had told. */
@Injectable()
export class EndDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: DepartedPeople,
    private readonly providers: PaymentProviders,
    private readonly applyDispute: ApplyDispute,
    private readonly reversals: Reversals,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, ILLEGAL_MOVE for one that has ended, or whose end the provider may still tell of */
  async execute({ disputeId, outcome: state, reference, ...by }: EndDisputeInput): Promise<OrderDispute> {
    const paymentId = await this.transactions.run((tx) => paymentIdOf(tx, disputeId));
    const loser = await this.applyDispute.loserOf({ id: paymentId }, state);
    const { answer, blocked } = await this.transactions.run(async (tx) => {
      const { payment, dispute } = await lock(tx, paymentId, disputeId);
      if (dispute.state !== 'open') throw illegal(`A dispute that is ${dispute.state} has ended.`);
      const now = this.clock.now();
      const isSilent = this.providers.endsDisputesByHand(payment.provider);
      if (!endsByHand(dispute, { paymentRef: payment.providerRef, isSilent, now }))
        throw illegal('The provider tells how this dispute ends.');
      const { amountCents, createdAt } = dispute;
      // The end is built as the provider's message would report it, so that refunds made meanwhile are not booked again.
      const openedAt = this.providers.named(payment.provider)?.disputesIncludeRefunds && createdAt;
      const end = { state, amountCents, closedAt: now, loser, ...(openedAt && { openedAt }) };
      const account = await this.applyDispute.change(tx, payment, dispute, end);
      const act = { action: 'dispute.end', subject: `dispute:${disputeId}` } as const;
      await assertNotOwnPayment(tx, this.departed, payment, { ...by, ...act });
      await audit(tx, { actor: by.actor, ...act, detail: { outcome: state, reference } });
      return { answer: toOrderDispute(dispute, false), blocked: account };
    });
    if (blocked !== undefined) await this.reversals.followBlock(blocked);
    return answer;
  }
}

/** @throws ShopError NOT_FOUND */
async function paymentIdOf(tx: Tx, disputeId: number): Promise<number> {
  const seen = await tx.findOneBy(Dispute, { id: disputeId });
  if (!seen) throw new ShopError('NOT_FOUND', 'There is no such dispute.');
  return seen.paymentId;
}

/** Locks the payment first, as whoever changes its refunds does; its lock keeps the dispute as it is. */
async function lock(
  tx: Tx,
  paymentId: number,
  disputeId: number,
): Promise<{ payment: Payment; dispute: Dispute }> {
  const where = { id: paymentId };
  const payment = await tx.findOneOrFail(Payment, { where, lock: { mode: 'for_no_key_update' } });
  return { payment, dispute: await tx.findOneByOrFail(Dispute, { id: disputeId }) };
}

const illegal = (text: string): ShopError => new ShopError('ILLEGAL_MOVE', text, { legal: [] });
