import { z } from 'zod';
import { decimalString, id, instant, ref } from './fields.js';
import { order } from './order.js';
import { tierName } from '../loyalty/tier-name.js';
import { product } from './product.js';
import { ticket } from './ticket.js';

/** Fields of an order in notices and direct messages; `createdAt` is missing in older messages. */
export const noticeOrder = order
  .pick({ id: true, productName: true, quantity: true, status: true, minecraftName: true })
  .extend(order.pick({ createdAt: true }).partial().shape);

/** Fields of a ticket in notices and direct messages; texts stand in direct messages only. */
export const noticeTicket = ticket.pick({ id: true, subject: true }).extend({
  /** `written` when staff wrote a message. */
  state: z.enum(['answered', 'closed', 'written']),
  /** Id of the message that staff wrote, and creation time of its ticket. */
  messageId: id.optional(),
  createdAt: instant.optional(),
  /**
   * True when the sender can read the ticket on the account page; otherwise only at a secret link, which messages never
   * contain.
   */
  isOnAccountPage: z.boolean(),
});

/** What one refund or cancelled order gives back; both are zero where the sums are not known. */
export const returnedSum = z.object({
  /** Money that goes back by the way of payment. */
  cash: decimalString,
  /** Store credit and bonus that are on the account again. */
  credit: decimalString,
  /** Money that a dispute gave back, so that the shop returns none. */
  byDispute: decimalString.optional(),
});
export type ReturnedSum = z.infer<typeof returnedSum>;

/** What a payment was: the sum that was charged, and the minutes within which its last order is usually delivered. */
export const paidFacts = z.object({ total: decimalString, usualMinutes: z.number().int() });

/** Notices that belong to no step of an order, checkout or ticket; the event bell.added carries them. */
export const bellContents = [
  /** A product on the wishlist that was sold out and can be bought again. */
  z.object({ kind: z.literal('restocked'), product: product.pick({ id: true, name: true }) }),
  /** Points of a delivered order that can be spent from now on. */
  z.object({ kind: z.literal('unlocked'), points: z.number().int(), orderId: id }),
  /** A higher tier than the account was told of before. */
  z.object({ kind: z.literal('tier'), tier: tierName }),
  /** What a delivered order of a referred friend brings; says nothing else about the friend. */
  z.object({ kind: z.literal('friend'), credit: decimalString }),
  /** Money that came in and that no order takes; it is refunded. */
  z.object({ kind: z.literal('stranded'), cash: decimalString }),
] as const;
export const bellContent = z.discriminatedUnion('kind', bellContents);
export type BellContent = z.infer<typeof bellContent>;

/** Content of a notice, as it was when the event was relayed. */
export const noticeContent = z.discriminatedUnion('kind', [
  /** A paid purchase; `checkout` is the reference of its receipt. */
  paidFacts.extend({ kind: z.literal('paid'), checkout: ref, orders: z.array(noticeOrder).min(1) }),
  z.object({ kind: z.enum(['taken', 'delivered']), order: noticeOrder }),
  z.object({ kind: z.enum(['cancelled', 'refunded']), order: noticeOrder, returned: returnedSum }),
  /** A ticket that was answered or closed, or in which staff wrote. */
  z.object({ kind: z.literal('ticket'), ticket: noticeTicket }),
  ...bellContents,
]);
export type NoticeContent = z.infer<typeof noticeContent>;

/** A notice in an account's bell. */
export const notice = z.object({ id, createdAt: instant, isRead: z.boolean(), content: noticeContent });
export type Notice = z.infer<typeof notice>;
