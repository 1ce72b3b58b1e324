import { z } from 'zod';
import { tierName } from '../loyalty/tier-name.js';
import { ticketPriority, ticketStatus } from '../state/ticket-states.js';
import { id, instant } from './fields.js';
import { picture } from './picture.js';

/** The sender's rating of an answer, from 1 (bad) to 5 (good). */
export const TICKET_RATINGS = [1, 2, 3, 4, 5] as const;
export const ticketRating = z.literal(TICKET_RATINGS);
export type TicketRating = z.infer<typeof ticketRating>;

/** Sides of a ticket's conversation: its sender, and the shop's staff. */
export const TICKET_SIDES = ['sender', 'staff'] as const;
export const ticketSide = z.enum(TICKET_SIDES);
export type TicketSide = z.infer<typeof ticketSide>;

/** A message that one side wrote while the ticket was not ended. */
export const ticketMessage = z.object({
  id,
  side: ticketSide,
  text: z.string(),
  pictures: z.array(picture),
  /** Username of the staff member; null for messages of the sender, and in what the sender sees. */
  author: z.string().nullable(),
  createdAt: instant,
});
export type TicketMessage = z.infer<typeof ticketMessage>;

/** A support ticket, as its sender sees it. */
export const ticket = z.object({
  id,
  name: z.string(),
  /** E-mail address of the sender; empty for a ticket sent in Discord. */
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  priority: ticketPriority,
  status: ticketStatus,
  /** Answer of the shop; null before it, and for a ticket closed without an answer. */
  response: z.string().nullable(),
  /** Pictures sent with the ticket; absent in older messages. */
  attachments: z.array(picture).optional(),
  /** The sender's rating of the answer; null before it, absent in older messages. */
  rating: ticketRating.nullable().optional(),
  /** Number of messages; their texts have a call of their own. Absent in older messages, as the next two. */
  messages: z.number().int().optional(),
  /** The newest message; null before the first. */
  lastMessage: z.object({ side: ticketSide, at: instant }).nullable().optional(),
  /** Rank in lists by the newest message, or by the opening: larger is newer. */
  recency: z.number().int().optional(),
  /** Id of the answered ticket that this one follows, and of the one that follows this; null without one. */
  follows: id.nullable().optional(),
  followedBy: id.nullable().optional(),
  createdAt: instant,
  /** Time at which the ticket was answered or closed. */
  endedAt: instant.nullable(),
  version: z.number().int(),
});
export type Ticket = z.infer<typeof ticket>;

/** A ticket opened by its secret link, without the e-mail address, since anyone with the link can read it. */
export const linkedTicket = ticket.omit({ email: true });
export type LinkedTicket = z.infer<typeof linkedTicket>;

/** An answered ticket before a follow-up, with its newest messages, oldest first. */
export const earlierTicket = linkedTicket.extend({ conversation: z.array(ticketMessage) });
export type EarlierTicket = z.infer<typeof earlierTicket>;

/** Limit of the orders that a ticket's words name and staff are shown. */
export const MAX_NAMED_ORDERS = 5;
/** An order that a ticket's words name. */
export const namedOrder = z.object({
  id,
  /** True if the order is of the sender's account; never for a visitor. */
  isOwn: z.boolean(),
});
export type NamedOrder = z.infer<typeof namedOrder>;

/** A ticket, as staff see it. */
export const adminTicket = ticket.extend({
  /** Account of the sender; null for a visitor. */
  userId: id.nullable(),
  username: z.string().nullable(),
  /** Discord account that is linked to the sender's account; null without one. */
  discordId: z.string().nullable().default(null),
  discordUsername: z.string().nullable().default(null),
  /** Orders that subject and message name, at most MAX_NAMED_ORDERS; anybody can write any number. */
  namedOrders: z.array(namedOrder).default([]),
  /** Tier of the sender when the ticket was sent. */
  tier: tierName.nullable(),
  /** True for a sender with priority support, whose tickets are answered first. */
  prioritySupport: z.boolean(),
  /** Number of internal notes on the ticket. */
  notes: z.number().int(),
});
export type AdminTicket = z.infer<typeof adminTicket>;

/** An internal note of staff, which is shown in the panel only. */
export const ticketNote = z.object({ id, author: z.string(), text: z.string(), createdAt: instant });
export type TicketNote = z.infer<typeof ticketNote>;

/** All texts of a ticket, oldest first; of very many messages the newest. */
export const ticketTranscript = z.object({
  ticket: adminTicket,
  lines: z.array(
    z.object({
      /** Where the text was written; `thread` is the ticket's thread in Discord. */
      kind: z.enum(['message', 'response', 'note', 'thread']),
      /** Author of the text; null for the shop's answer, unlike for a message of staff. */
      author: z.string().nullable(),
      text: z.string(),
      at: instant,
      /** True for an internal text, which the sender never sees. */
      isInside: z.boolean(),
    }),
  ),
});
export type TicketTranscript = z.infer<typeof ticketTranscript>;
