import { Injectable } from '@nestjs/common';
import { toDecimal, type OrderRefund, type RefundDoneRequest } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/problem.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { DepartedPeople } from '../../../people/accounts/departed-people.js';
import { audit } from '../../../people/audit/audit.js';
import type { StaffActor } from '../../../people/accounts/own-act.js';
import { noteRefund } from '../../orders/refund-share.js';
import { isDisputed } from '../disputes/open-disputes.js';
import { assertNotOwnPayment, Refund } from '../payment.entity.js';
import { lockPaymentOf } from './request-refund.js';
import { toOrderRefund } from './refunds.queries.js';

interface MarkRefundDoneInput extends RefundDoneRequest, StaffActor {
  refundId: number;
}

/** An admin says that a manual refund was made by hand. No balance moves: that was done when it was requested. */
@Injectable()
export class MarkRefundDone {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: DepartedPeople,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, ILLEGAL_MOVE for one that is not manual, STALE for one of another amount than the
   * admin saw, DISPUTE_OPEN while the bank decides on its payment, CONFLICT for another refund's reference
   */
  async execute({ refundId, reference, amount, ...by }: MarkRefundDoneInput): Promise<OrderRefund> {
    return this.transactions.run(async (tx) => {
      // Two at once with one reference would both find it unused.
      await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 46))', [reference]);
      const payment = await lockPaymentOf(tx, refundId);
      const refund = await tx.findOne(Refund, {
        where: { id: refundId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!payment || !refund) throw new ShopError('NOT_FOUND', 'There is no such refund.');
      if (refund.state !== 'manual')
        throw new ShopError('ILLEGAL_MOVE', `A refund that is ${refund.state} is not made by hand.`, {
          legal: [],
        });
      if (await isDisputed(tx, payment.id))
        throw new ShopError(
          'DISPUTE_OPEN',
          'A dispute of this payment is open: make the refund only when it is won.',
        );
      if (amount !== undefined && amount !== toDecimal(refund.amountCents))
        throw new ShopError('STALE', 'A part of it went back meanwhile. Look at what is left.', {
          current: toOrderRefund(refund),
        });
      if (await tx.existsBy(Refund, { providerRef: reference }))
        throw new ShopError('CONFLICT', 'Another refund has this reference already.');
      Object.assign(refund, {
        state: 'done',
        providerRef: reference,
        byHand: true,
        doneAt: this.clock.now(),
      });
      await tx.save(refund);
      await noteRefund(tx, refund);
      const act = { action: 'refund.done', subject: `refund:${refundId}` } as const;
      await assertNotOwnPayment(tx, this.departed, payment, { ...by, ...act });
      await audit(tx, { actor: by.actor, ...act, detail: { reference } });
      return toOrderRefund(refund);
    });
  }
}
