import { z } from 'zod';
import { decimalString, id, instant } from './fields.js';
import { orderStatus, paymentStatus } from '../state/order-states.js';

export const ORDER_KINDS = ['purchase', 'join_reward'] as const;

/** States of a refund as buyers see it: `requested` until the provider or an admin confirms it. */
export const BUYER_REFUND_STATES = ['requested', 'done'] as const;

/** An order, which is one line of a paid checkout, as its buyer sees it. */
export const order = z.object({
  id,
  userId: id,
  username: z.string(),
  productId: id,
  productName: z.string(),
  category: z.string(),
  discordUsername: z.string().nullable(),
  minecraftName: z.string().nullable(),
  quantity: z.number().int(),
  /** Number of coins to deliver; null for other goods. */
  coins: z.number().int().nullable(),
  totalPrice: decimalString,
  status: orderStatus,
  paymentStatus,
  kind: z.enum(ORDER_KINDS),
  /** True for a priority order, which staff deliver first. */
  priority: z.boolean(),
  createdAt: instant,
  /** Time of payment; null while a crypto order is unpaid, absent in older messages. */
  paidAt: instant.nullable().optional(),
  /** Time at which the order must be delivered. */
  dueAt: instant.nullable(),
  completedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  /** True when the buyer withdrew the purchase before staff took it. */
  withdrawn: z.boolean().optional(),
  /** State of the order's refund; absent if there is none. */
  refund: z.enum(BUYER_REFUND_STATES).optional(),
  referralCode: z.string().nullable(),
  referralDiscount: decimalString,
  /** Reference of the checkout; null for a join reward. */
  checkout: z.string().nullable(),
  version: z.number().int(),
});

export type Order = z.infer<typeof order>;

/** An order, as staff see it. */
export const staffOrder = order.extend({
  /** Name of the staff member who took the order; null before that, and in older posts and messages. */
  processedBy: z.string().nullable().default(null),
  /** Account of that staff member; null without one, and in older posts and messages. */
  processedById: id.nullable().default(null),
  /** True when a blocked account has ordered for the same game name, which is only a hint about the buyer. */
  blockedName: z.boolean().optional(),
});
export type StaffOrder = z.infer<typeof staffOrder>;
