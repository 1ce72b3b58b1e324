import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { DepartedPeople } from '../../people/accounts/departed-people.js';
import type { OwnAct } from '../../people/accounts/own-act.js';
import { assertNotOwnOrder } from '../orders/find-orders.js';

/** Money a provider says it took. Unique per provider reference, so that one capture counts once. */
@Entity('payments')
export class Payment {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'checkout_id' }) checkoutId: number;
  @Column('text') provider: string;
  @Column('text', { name: 'provider_ref' }) providerRef: string;
  @Column('text', { default: 'capture' }) kind: string;
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('text') currency: string;
  @Column('text') state: 'settled' | 'stranded';
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
}

/** Money on its way back. */
@Entity('refunds')
export class Refund {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'payment_id' }) paymentId: number;
  /** The order it undoes; null for stranded money. */
  @Column('int', { name: 'order_id', nullable: true }) orderId: number | null;
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('text') reason: string;
  @Column('text', { default: 'requested' }) state: 'requested' | 'manual' | 'done';
  @Column('text', { name: 'provider_ref', nullable: true }) providerRef: string | null;
  /** The refund that it was split from, when other money gave this part back. */
  @Column('int', { name: 'part_of', nullable: true }) partOf: number | null;
  /** Staff said that it is done, by a reference of theirs, which the provider may never name. */
  @Column('boolean', { name: 'by_hand', default: false }) byHand: boolean;
  /** The provider's references of this row's refunds that the bank sent back. */
  @Column('text', { name: 'bounced_refs', array: true, default: '{}' }) bouncedRefs: string[];
  @Column('int', { default: 0 }) attempts: number;
  /** Part of its idempotency key. */
  @Column('int', { name: 'provider_attempt', default: 1 }) providerAttempt: number;
  @Column('timestamptz', { name: 'next_try_at', default: () => 'now()' }) nextTryAt: Date;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'done_at', nullable: true }) doneAt: Date | null;
}

const buyerRow = z.object({ userId: z.number() });

/** As `assertNotOwnOrder`, for an act on a payment of the own account. @throws ShopError OWN_ORDER */
export async function assertNotOwnPayment(
  tx: Tx,
  departed: DepartedPeople,
  { checkoutId }: Payment,
  act: Omit<OwnAct, 'userId'>,
): Promise<void> {
  const buyer = await sql(tx).first(buyerRow, 'SELECT user_id AS "userId" FROM checkouts WHERE id = $1', [
    checkoutId,
  ]);
  if (buyer) await assertNotOwnOrder(tx, departed, { ...act, ...buyer });
}
