import { z } from 'zod';
import { decimalString, id, instant } from './fields.js';
import { orderStatus, paymentStatus } from '../state/order-states.js';

export const ORDER_KINDS = ['purchase', 'join_reward'] as const;

/** A refund is requested until the provider, or an admin, says that it was made. */
export const REFUND_PROGRESS = ['requested', 'done'] as const;

/** An order: one line of a paid checkout, as its buyer sees it. */
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
  /** Coins to deliver, null for other goods. */
  coins: z.number().int().nullable(),
  totalPrice: decimalString,
  status: orderStatus,
  paymentStatus,
  kind: z.enum(ORDER_KINDS),
  /** Staff deliver priority orders first. */
  priority: z.boolean(),
  createdAt: instant,
  /** When its purchase was paid: by crypto later than ordered, null until then; absent in messages of before. */
  paidAt: instant.nullable().optional(),
  /** When the delivery is due. */
  dueAt: instant.nullable(),
  completedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  /** Its buyer withdrew the purchase before anybody took it. */
  withdrawn: z.boolean().optional(),
  /** How far its money is on the way back; absent where none goes back. */
  refund: z.enum(REFUND_PROGRESS).optional(),
  referralCode: z.string().nullable(),
  referralDiscount: decimalString,
  /** Reference of the checkout; null for a join reward. */
  checkout: z.string().nullable(),
  version: z.number().int(),
});

export type Order = z.infer<typeof order>;

/** The same for staff. */
export const staffOrder = order.extend({
  /** The member of staff who took it; null while nobody has, and in posts and messages of before. */
  processedBy: z.string().nullable().default(null),
  /** A blocked account ordered for this game name, which proves nothing against this buyer. */
  blockedName: z.boolean().optional(),
});
export type StaffOrder = z.infer<typeof staffOrder>;
