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
  /** When the buyer said from the proven Discord account that it arrived. */
  receivedAt: instant.nullish(),
  /** Who took and delivered it, and when; oldest first. */
  history: z.array(
    z.object({
      at: instant,
      from: orderStatus.nullable(),
      to: orderStatus,
      /** `user:7`, `shop`; with the account's name where it is one. */
      actor: z.string(),
      actorName: z.string().nullable(),
    }),
  ),
});

/** GET /api/admin/checkouts/{ref}/dispute-packet: what a bank asks for when it takes a payment back. */
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
  /** With the text that was agreed to, as it was shown in either language; empty for a version that is gone. */
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
  /** Null where nothing was kept; emptied after EVIDENCE_DAYS. */
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
      /** What it said, as "name: value" pairs; the words around them are the bot's. */
      content: z.string(),
      /** The message in Discord; null before it is sent. */
      link: z.string().nullable(),
    }),
  ),
  /** Direct messages about the purchase that reached the proven Discord account. */
  messages: z.array(
    z.object({
      topic: z.string(),
      status: z.string(),
      sentAt: instant,
      /** As of posts. */
      content: z.string(),
      link: z.string().nullable(),
    }),
  ),
  /** What the account wrote to the shop since it placed the purchase, with the answers; oldest first. */
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
