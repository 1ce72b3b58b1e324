import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Tx } from '../../platform/database/transaction.js';

/**
 * Money that a provider reported as captured. Unique per provider and reference, so that one capture counts once.
 */
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

/** A refund: requested, manual or done. */
@Entity('refunds')
export class Refund {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'payment_id' }) paymentId: number;
  /** Id of the refunded order; null for stranded money. */
  @Column('int', { name: 'order_id', nullable: true }) orderId: number | null;
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('text') reason: string;
  @Column('text', { default: 'requested' }) state: 'requested' | 'manual' | 'done';
  @Column('text', { name: 'provider_ref', nullable: true }) providerRef: string | null;
  /** Id of the refund from which this part was split off, because other money had returned it. */
  @Column('int', { name: 'part_of', nullable: true }) partOf: number | null;
  /** True if staff marked the refund as done with a reference of their own, which the provider may never report. */
  @Column('boolean', { name: 'by_hand', default: false }) byHand: boolean;
  /** The provider's references of attempts of this refund that the bank sent back. */
  @Column('text', { name: 'bounced_refs', array: true, default: '{}' }) bouncedRefs: string[];
  /** Number of times that the shop tried to send the refund. */
  @Column('int', { default: 0 }) attempts: number;
  /** Attempt number in the idempotency key at the provider. */
  @Column('int', { name: 'provider_attempt', default: 1 }) providerAttempt: number;
  @Column('timestamptz', { name: 'next_try_at', default: () => 'now()' }) nextTryAt: Date;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'done_at', nullable: true }) doneAt: Date | null;
}

/**
 * Money refunded at the provider for which no open refund was left. If another refund bounces later, this money
 * covers it.
 */
@Entity('unbooked_refunds')
export class UnbookedRefund {
  @PrimaryColumn('int', { name: 'payment_id' }) paymentId: number;
  @PrimaryColumn('text', { name: 'provider_ref' }) providerRef: string;
  /** Cents that no refund or order has booked; 0 once they are booked or the bank sent them back. */
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('timestamptz', { name: 'made_at' }) madeAt: Date;
}

/** A dispute: a payment that a bank or the provider took or may take back. */
@Entity('disputes')
export class Dispute {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'payment_id' }) paymentId: number;
  @Column('text', { name: 'provider_ref' }) providerRef: string;
  @Column('int', { name: 'amount_cents' }) amountCents: number;
  @Column('text', { default: 'open' }) state: 'open' | 'won' | 'lost';
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'closed_at', nullable: true }) closedAt: Date | null;
  /** Time of the last reminder to staff to record the end of the dispute. */
  @Column('timestamptz', { name: 'reminded_at', nullable: true }) remindedAt: Date | null;
}

/**
 * Locks a payment; callers lock its accounts, checkout and orders afterwards. The lock leaves the row's key free,
 * so that requesting another refund of the payment does not wait.
 */
export function lockPayment(
  tx: Tx,
  where: Pick<Payment, 'id'> | Pick<Payment, 'provider' | 'providerRef'>,
): Promise<Payment | null> {
  return tx.findOne(Payment, { where, lock: { mode: 'for_no_key_update' } });
}

const UNKNOWN = 'unknown payment ';
/** Result stored with a message about payments that are not recorded, perhaps not yet. */
export const unknownPaymentResult = (...paymentRefs: string[]): string => UNKNOWN + paymentRefs.join(' ');

/** Tells whether a stored result was made by `unknownPaymentResult`. */
export const isUnknownPaymentResult = (result: string): boolean => result.startsWith(UNKNOWN);
