import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Tx } from '../../platform/database/transaction.js';

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

/** Money of a refund at the provider that no row was left for: a later bounce of another refund is answered by it. */
@Entity('unbooked_refunds')
export class UnbookedRefund {
  @PrimaryColumn('int', { name: 'payment_id' }) paymentId: number;
  @PrimaryColumn('text', { name: 'provider_ref' }) providerRef: string;
  /** Cents that are booked nowhere; 0 once they are, or the bank sent them back. */
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('timestamptz', { name: 'made_at' }) madeAt: Date;
}

/** A payment that its buyer's bank, or the provider, may take back. */
@Entity('disputes')
export class Dispute {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'payment_id' }) paymentId: number;
  @Column('text', { name: 'provider_ref' }) providerRef: string;
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('text', { default: 'open' }) state: 'open' | 'won' | 'lost';
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  /** When staff were asked last how it ended. */
  @Column('timestamptz', { name: 'reminded_at', nullable: true }) remindedAt: Date | null;
}

/**
 * Locks a payment, before the accounts, checkout and orders of it. Not a full lock, which would wait for whoever requests
 * another refund of it.
 */
export function lockPayment(
  tx: Tx,
  where: Pick<Payment, 'id'> | Pick<Payment, 'provider' | 'providerRef'>,
): Promise<Payment | null> {
  return tx.findOne(Payment, { where, lock: { mode: 'for_no_key_update' } });
}

const UNKNOWN = 'unknown payment ';
/** Stored result of a message about a payment that has not come yet, or never will. */
export const unknownPaymentResult = (paymentRef: string): string => `${UNKNOWN}${paymentRef}`;

/** Tells whether a stored result is one of `unknownPaymentResult`. */
export const isUnknownPaymentResult = (result: string): boolean => result.startsWith(UNKNOWN);
