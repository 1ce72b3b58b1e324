import type { StaffOrder as WireOrder, OrderStatus, PaymentStatus } from '@pax/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An order: one line of a paid checkout, to be delivered to the player. */
@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn() id: number;
  @Column('int', { name: 'checkout_id', nullable: true }) checkoutId: number | null;
  @Column('int', { name: 'line_no', nullable: true }) lineNo: number | null;
  @Column('text', { default: 'purchase' }) kind: WireOrder['kind'];
  @Column('int', { name: 'user_id' }) userId: number;
  @Column('int', { name: 'product_id' }) productId: number;
  @Column('text', { name: 'product_name' }) productName: string;
  @Column('text') category: string;
  @Column('text', { name: 'discord_username', nullable: true }) discordUsername: string | null;
  @Column('text', { name: 'minecraft_name', nullable: true }) minecraftName: string | null;
  @Column('int') quantity: number;
  @Column('bigint', { nullable: true }) coins: number | null;
  /** Price of the line after discounts, cents, which equals cash + credit + bonus. */
  @Column('int', { name: 'total_cents' }) totalCents: number;
  @Column('int', { name: 'cash_cents', default: 0 }) cashCents: number;
  /** Cash that was refunded, cents. */
  @Column('int', { name: 'refunded_cents', default: 0 }) refundedCents: number;
  /**
   * Part of the refunded cash that lost disputes took after the delivery, cents. Store credit and bonus of that
   * part are not returned.
   */
  @Column('int', { name: 'lost_cents', default: 0 }) lostCents: number;
  @Column('int', { name: 'credit_cents', default: 0 }) creditCents: number;
  @Column('int', { name: 'bonus_cents', default: 0 }) bonusCents: number;
  @Column('int', { default: 0 }) points: number;
  /** Store credit that the referrer earns when this order is completed, cents. */
  @Column('int', { name: 'commission_cents', default: 0 }) commissionCents: number;
  @Column('int', { name: 'commission_user_id', nullable: true }) commissionUserId: number | null;
  /**
   * Whether points, spending and commission are booked; `at_payment`: an earlier version booked all but the
   * commission.
   */
  @Column('text', { default: 'at_payment' }) earnings: 'at_payment' | 'pending' | 'booked';
  @Column('text', { name: 'referral_code', nullable: true }) referralCode: string | null;
  @Column('int', { name: 'referral_discount_cents', default: 0 }) referralDiscountCents: number;
  @Column('text', { default: 'pending' }) status: OrderStatus;
  @Column('text', { name: 'payment_status', default: 'paid' }) paymentStatus: PaymentStatus;
  @Column('boolean', { default: false }) priority: boolean;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  /**
   * Time at which the order was reported as overdue; null before that, and for an order that was delivered in time.
   */
  @Column('timestamptz', { name: 'overdue_at', nullable: true }) overdueAt: Date | null;
  @Column('timestamptz', { name: 'completed_at', nullable: true }) completedAt: Date | null;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt: Date | null;
  @Column('timestamptz', { name: 'cancelled_at', nullable: true }) cancelledAt: Date | null;
  /** True if a blocked account ordered for this game name. */
  @Column('boolean', { name: 'blocked_name', default: false }) blockedName: boolean;
  /** The staff member who took the order, as audit rows name people; null while nobody has. */
  @Column('text', { name: 'processed_by', nullable: true }) processedBy: string | null;
  /** Time at which the buyer confirmed that the goods arrived. */
  @Column('timestamptz', { name: 'received_at', nullable: true }) receivedAt: Date | null;
  /** True if the buyer withdrew the purchase before staff took the order. */
  @Column('boolean', { default: false }) withdrawn: boolean;
}
