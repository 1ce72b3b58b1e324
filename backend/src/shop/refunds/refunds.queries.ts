import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCentsAsDecimal, type OrderRefund, type ReceiptRefund } from '@pax/contracts';
import { DataSource, In } from 'typeorm';
import { readEntities } from '../../platform/database/read-entities.js';
import { Refund } from '../payments/payment.entity.js';

/** Reads refunds for staff and buyers. */
@Injectable()
export class RefundsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Lists the refunds of an order, oldest first, with those of stranded money of its purchase; empty for an unknown
   * order.
   */
  async listOfOrder(orderId: number): Promise<OrderRefund[]> {
    const refunds = await readEntities(
      this.database.manager,
      Refund,
      `WHERE order_id = $1 OR id IN
         (SELECT r.id FROM orders o JOIN payments p ON p.checkout_id = o.checkout_id AND p.state = 'stranded'
            JOIN refunds r ON r.payment_id = p.id WHERE o.id = $1)
       ORDER BY id`,
      [orderId],
    );
    return refunds.map(toOrderRefund);
  }

  /** Lists the refunds of orders as their buyer sees them: as requested until they are done. */
  async listForBuyer(orderIds: readonly number[]): Promise<ReceiptRefund[]> {
    const where = { orderId: In([...orderIds]) };
    const refunds = await this.database.manager.find(Refund, { where, order: { id: 'ASC' } });
    return refunds.map(({ amountCents, state, createdAt, doneAt }) => ({
      amount: formatCentsAsDecimal(amountCents),
      state: state === 'done' ? 'done' : 'requested',
      requestedAt: createdAt.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
    }));
  }
}

/** Builds the API form of a refund for staff. */
export function toOrderRefund({
  id,
  amountCents,
  state,
  providerRef,
  bouncedRefs,
  createdAt,
  doneAt,
}: Refund): OrderRefund {
  return {
    id,
    amount: formatCentsAsDecimal(amountCents),
    state,
    reference: providerRef ?? bouncedRefs.at(-1) ?? null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}
