import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  formatCentsAsDecimal,
  type FraudWarning,
  type OrderDispute,
  type OrderDisputes,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import type { Dispute } from '../payments/payment.entity.js';
import { canEndManually } from './can-end-manually.js';
import { findAtRiskPayments } from './fraud-warnings.js';

const disputeRow = z.object({
  id: z.number(),
  provider: z.string(),
  paymentRef: z.string(),
  providerRef: z.string(),
  amountCents: z.number(),
  state: z.enum(['open', 'won', 'lost']),
  createdAt: z.date(),
  closedAt: z.date().nullable(),
});

/** Reads the disputes of an order's purchase, for staff. */
@Injectable()
export class DisputesQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly providers: PaymentProviderRegistry,
    private readonly clock: Clock,
  ) {}

  /** Lists disputes and fraud warnings of an order's purchase; empty for an unknown order. */
  async listOfOrder(orderId: number): Promise<OrderDisputes> {
    const disputes = await sql(this.database).rows(
      disputeRow,
      `SELECT d.id, p.provider, p.provider_ref AS "paymentRef", d.provider_ref AS "providerRef", d.amount_cents AS "amountCents",
              d.state, d.created_at AS "createdAt", d.closed_at AS "closedAt"
         FROM orders o JOIN payments p ON p.checkout_id = o.checkout_id JOIN disputes d ON d.payment_id = p.id
        WHERE o.id = $1 ORDER BY d.id`,
      [orderId],
    );
    const now = this.clock.now();
    return {
      disputes: disputes.map((row) => {
        const isSilent = this.providers.endsDisputesByHand(row.provider);
        return toOrderDispute(row, canEndManually(row, { paymentRef: row.paymentRef, isSilent, now }));
      }),
      warnings: (await findAtRiskPayments(this.database, { orderId })).map(toFraudWarning),
    };
  }
}

type ShownDispute = Pick<Dispute, 'id' | 'providerRef' | 'amountCents' | 'state' | 'createdAt' | 'closedAt'>;

/**
 * Builds the API form of a dispute for staff.
 * @param mayEnd true if an admin may record the dispute's end
 */
export function toOrderDispute(
  { id, providerRef: reference, amountCents, state, createdAt, closedAt }: ShownDispute,
  mayEnd: boolean,
): OrderDispute {
  return {
    id,
    reference,
    amount: formatCentsAsDecimal(amountCents),
    state,
    openedAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    endsByHand: mayEnd,
  };
}

function toFraudWarning({
  reference,
  raisedAt,
  checkout,
  amountCents,
  buyer,
  orders,
}: Awaited<ReturnType<typeof findAtRiskPayments>>[number]): FraudWarning {
  const amount = formatCentsAsDecimal(amountCents);
  return { reference, raisedAt: raisedAt.toISOString(), checkout, amount, buyer: buyer.username, orders };
}
