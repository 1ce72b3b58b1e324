import type { CheckoutState, PaymentMethod, Quote } from '@pax/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { PaymentRequest } from '../payments/payment-provider.js';

/** One payment attempt. */
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
  /** A blocked account ordered for this game name; the orders say so to staff. */
  @Column('boolean', { name: 'blocked_name', default: false }) blockedName: boolean;
  @Column('text', { name: 'discord_name' }) discordName: string;
  @Column('text', { name: 'consent_version' }) consentVersion: string;
  @Column('timestamptz', { name: 'consent_at' }) consentAt: Date;
  @Column('text', { name: 'referral_code', nullable: true }) referralCode: string | null;
  /** The reward whose code is applied. */
  @Column('int', { name: 'reward_id', nullable: true }) rewardId: number | null;
  /** How often goods were set aside; part of the ledger's idempotency keys. */
  @Column('int', { default: 0 }) holds: number;
  @Column('boolean', { default: false }) holding: boolean;
  /** Keyed hash of where it was placed from, while it holds: one half names the network, the other the address. */
  @Column('text', { name: 'address_hash', nullable: true }) addressHash: string | null;
  /** The buyer's account was new when the checkout was placed. */
  @Column('boolean', { name: 'by_new_account', default: false }) byNewAccount: boolean;
  /** Until when it keeps its goods while it is confirming; set when that begins. */
  @Column('timestamptz', { name: 'hold_until', nullable: true }) holdUntil: Date | null;
  /** When its goods were let go while it was confirming; from then on it counts as ended unpaid. */
  @Column('timestamptz', { name: 'hold_ended_at', nullable: true }) holdEndedAt: Date | null;
  @Column('jsonb', { name: 'provider_request', nullable: true }) providerRequest: PaymentRequest | null;
  /** Part of the provider's idempotency key; raised only when the provider would repeat an error for this key. */
  @Column('int', { name: 'provider_attempt', default: 1 }) providerAttempt: number;
  @Column('text', { name: 'provider_session_id', nullable: true }) providerSessionId: string | null;
  @Column('text', { name: 'provider_url', nullable: true }) providerUrl: string | null;
  /** Tries to pay that are neither paid nor refused, as the provider names them; of one that has several a session. */
  @Column('text', { name: 'pending_tries', array: true, default: '{}' }) pendingTries: string[];
  /** Refused ones, so that a "pending" that comes after its refusal counts for nothing. */
  @Column('text', { name: 'refused_tries', array: true, default: '{}' }) refusedTries: string[];
  @Column('timestamptz', { name: 'session_expires_at', nullable: true }) sessionExpiresAt: Date | null;
  @Column('timestamptz', { name: 'next_check_at', nullable: true }) nextCheckAt: Date | null;
  /** How often the provider was asked since it is confirming, or did not answer while it was open. */
  @Column('int', { default: 0 }) checks: number;
  /** Since when its provider says that it knows no such payment, while it is confirming. */
  @Column('timestamptz', { name: 'unknown_since', nullable: true }) unknownSince: Date | null;
  /** How often its provider declined the buyer's instrument and took it open again. */
  @Column('int', { default: 0 }) declines: number;
  @Column('timestamptz', { name: 'cancel_requested_at', nullable: true }) cancelRequestedAt: Date | null;
  @Column('int', { default: 0 }) points: number;
  @Column('int', { name: 'refunded_cents', default: 0 }) refundedCents: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

/** One line of a checkout, with the price snapshot that was charged. */
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
