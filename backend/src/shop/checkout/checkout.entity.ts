import type { CheckoutState, PaymentMethod, Quote } from '@pax/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { PaymentRequest } from '../payments/payment-provider.js';

/** A checkout: one attempt to pay for a cart. */
@Entity('checkouts')
export class Checkout {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') ref: string;
  @Column('int', { name: 'user_id' }) userId: number;
  @Column('text') state: CheckoutState;
  @Column('text') method: PaymentMethod;
  @Column('int', { default: 1 }) version: number;
  @Column('text') fingerprint: string;
  @Column('jsonb') quote: Quote;
  @Column('int', { name: 'total_cents' }) totalCents: number;
  @Column('int', { name: 'credit_cents', default: 0 }) creditCents: number;
  @Column('int', { name: 'bonus_cents', default: 0 }) bonusCents: number;
  @Column('text', { default: 'usd' }) currency: string;
  @Column('text', { name: 'game_name' }) gameName: string;
  /** True if a blocked account ordered for this game name, which the checkout's orders show to staff. */
  @Column('boolean', { name: 'blocked_name', default: false }) blockedName: boolean;
  @Column('text', { name: 'discord_name' }) discordName: string;
  @Column('text', { name: 'consent_version' }) consentVersion: string;
  @Column('timestamptz', { name: 'consent_at' }) consentAt: Date;
  @Column('text', { name: 'referral_code', nullable: true }) referralCode: string | null;
  /** Id of the reward whose code the checkout uses. */
  @Column('int', { name: 'reward_id', nullable: true }) rewardId: number | null;
  /** Number of holds made so far, which is part of the ledger's idempotency keys. */
  @Column('int', { default: 0 }) holds: number;
  @Column('boolean', { default: false }) holding: boolean;
  /** Keyed hash of the buyer's address, kept while goods are held; its first half identifies the network. */
  @Column('text', { name: 'address_hash', nullable: true }) addressHash: string | null;
  /** True if the buyer's account was new when the checkout was placed. */
  @Column('boolean', { name: 'by_new_account', default: false }) byNewAccount: boolean;
  /** End of the hold while the payment is being confirmed; set when the confirming starts. */
  @Column('timestamptz', { name: 'hold_until', nullable: true }) holdUntil: Date | null;
  /**
   * Time at which the hold of a confirming checkout was released; from then on the checkout counts as ended unpaid.
   */
  @Column('timestamptz', { name: 'hold_ended_at', nullable: true }) holdEndedAt: Date | null;
  @Column('jsonb', { name: 'provider_request', nullable: true }) providerRequest: PaymentRequest | null;
  /**
   * Attempt number in the provider's idempotency key; raised only if the provider would repeat an error for the old
   * key.
   */
  @Column('int', { name: 'provider_attempt', default: 1 }) providerAttempt: number;
  @Column('text', { name: 'provider_session_id', nullable: true }) providerSessionId: string | null;
  @Column('text', { name: 'provider_url', nullable: true }) providerUrl: string | null;
  /** Payment attempts that are neither paid nor refused, by the provider's ids, if a session can have several. */
  @Column('text', { name: 'pending_tries', array: true, default: '{}' }) pendingTries: string[];
  /** Refused payment attempts, by which a "pending" message that arrives after the refusal is ignored. */
  @Column('text', { name: 'refused_tries', array: true, default: '{}' }) refusedTries: string[];
  @Column('timestamptz', { name: 'session_expires_at', nullable: true }) sessionExpiresAt: Date | null;
  @Column('timestamptz', { name: 'next_check_at', nullable: true }) nextCheckAt: Date | null;
  /**
   * Number of queries to the provider while the payment is being confirmed, or of failed queries while the checkout
   * is open.
   */
  @Column('int', { default: 0 }) checks: number;
  /** Time since which the provider has not known the payment that is being confirmed. */
  @Column('timestamptz', { name: 'unknown_since', nullable: true }) unknownSince: Date | null;
  /** Number of times that the provider declined the means of payment and reopened its session. */
  @Column('int', { default: 0 }) declines: number;
  @Column('timestamptz', { name: 'cancel_requested_at', nullable: true }) cancelRequestedAt: Date | null;
  @Column('int', { default: 0 }) points: number;
  @Column('int', { name: 'refunded_cents', default: 0 }) refundedCents: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

/** One line of a checkout, with the prices that the buyer is charged. */
@Entity('checkout_lines')
export class CheckoutLine {
  @PrimaryColumn('int', { name: 'checkout_id' }) checkoutId: number;
  @PrimaryColumn('int', { name: 'line_no' }) lineNo: number;
  @Column('int', { name: 'product_id' }) productId: number;
  @Column('text') name: string;
  @Column('text') category: string;
  @Column('int') quantity: number;
  @Column('int', { name: 'custom_amount', nullable: true }) customAmount: number | null;
  @Column('bigint', { default: 0 }) coins: number;
  @Column('int', { name: 'unit_cents' }) unitCents: number;
  @Column('int', { name: 'line_cents' }) lineCents: number;
  @Column('int', { name: 'discount_cents' }) discountCents: number;
}
