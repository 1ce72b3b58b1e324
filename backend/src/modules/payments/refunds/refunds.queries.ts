import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { toDecimal, type OrderRefund } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Refund } from '../payment.entity.js';

/** Reads of refunds, for staff. */
@Injectable()
export class RefundsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The refunds of an order, oldest first; none for one that does not exist. */
  async ofOrder(orderId: number): Promise<OrderRefund[]> {
    const refunds = await this.database.manager.find(Refund, { where: { orderId }, order: { id: 'ASC' } });
    return refunds.map(toOrderRefund);
  }
}

/** A refund as staff see it. */
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
    amount: toDecimal(amountCents),
    state,
    reference: providerRef ?? bouncedRefs.at(-1) ?? null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}
