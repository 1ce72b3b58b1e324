import { z } from 'zod';
import { decimalString, id, instant } from '../entities/fields.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { orderStatus } from '../state/order-states.js';
import { quote } from './checkout.js';

const packetOrder = z.object({
  id,
  productName: z.string(),
  quantity: z.number().int(),
  status: orderStatus,
  /** Time at which the buyer confirmed the arrival from the linked Discord account. */
  receivedAt: instant.nullish(),
  /** The members of staff who took and delivered the order, with times; oldest first. */
  history: z.array(
    z.object({
      at: instant,
      from: orderStatus.nullable(),
      to: orderStatus,
      /** `user:7` with the account's name, or `shop`. */
      actor: z.string(),
      actorName: z.string().nullable(),
    }),
  ),
});

/** GET /api/admin/checkouts/{ref}/dispute-packet: the evidence for a bank that takes a payment back. */
export const disputePacketAnswer = z.object({
  checkout: z.string(),
  state: checkoutState,
  method: paymentMethod,
  total: decimalString,
  refunded: decimalString,
  placedAt: instant,
  paidAt: instant.nullable(),
  inGameName: z.string(),
  discordName: z.string(),
  quote,
  /** The consent with its text in both languages; without texts for an unknown version. */
  consent: z.object({ at: instant, version: z.string(), texts: z.array(z.string()) }),
  payments: z.array(z.object({ provider: z.string(), reference: z.string(), amount: decimalString })),
  disputes: z.array(
    z.object({
      reference: z.string(),
      amount: decimalString,
      state: z.enum(['open', 'won', 'lost']),
      openedAt: instant,
      closedAt: instant.nullable(),
    }),
  ),
  account: z.object({
    id,
    username: z.string(),
    createdAt: instant,
    /** Proven by Discord sign-in. */
    discordId: z.string().nullable(),
    discordName: z.string().nullable(),
    discordLinkedAt: instant.nullable(),
  }),
  /** Null if nothing was stored, and after EVIDENCE_DAYS. */
  origin: z
    .object({
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
      emptiedAt: instant.nullable(),
    })
    .nullable(),
  orders: z.array(packetOrder),
  /** Messages to the shop's Discord channels about the orders. */
  posts: z.array(
    z.object({
      orderId: id,
      type: z.string(),
      channel: z.string(),
      sentAt: instant.nullable(),
      /** The post's data as "name: value" pairs, without the bot's wording. */
      content: z.string(),
      /** Link to the message in Discord; null before it is sent. */
      link: z.string().nullable(),
    }),
  ),
  /** Direct messages about the purchase that reached the linked Discord account. */
  messages: z.array(
    z.object({
      topic: z.string(),
      status: z.string(),
      sentAt: instant,
      /** The message's data, as for posts. */
      content: z.string(),
      link: z.string().nullable(),
    }),
  ),
  /** The account's tickets since the purchase was placed, with the answers; oldest first. */
  tickets: z.array(
    z.object({
      id,
      sentAt: instant,
      subject: z.string(),
      message: z.string(),
      response: z.string().nullable(),
      endedAt: instant.nullable(),
    }),
  ),
  /** Undisputed purchases of the account, paid 120 to 365 days before the dispute. */
  earlier: z.array(
    z.object({
      checkout: z.string(),
      paidAt: instant,
      total: decimalString,
      goods: z.string(),
      deliveredAt: instant.nullable(),
      sameAddress: z.boolean(),
      sameUserAgent: z.boolean(),
    }),
  ),
});
export type DisputePacketAnswer = z.infer<typeof disputePacketAnswer>;
