import { z } from 'zod';
import { tierName } from '../loyalty/tier-name.js';
import { ticketPriority, ticketStatus } from '../state/ticket-states.js';
import { id, instant } from './fields.js';
import { picture } from './picture.js';

/** A sender's rating of the answer, from 1 (bad) to 5 (good). */
export const TICKET_RATINGS = [1, 2, 3, 4, 5] as const;
export const ticketRating = z.literal(TICKET_RATINGS);
export type TicketRating = z.infer<typeof ticketRating>;

/** A support ticket, as its sender sees it. */
export const ticket = z.object({
  id,
  name: z.string(),
  /** Empty for a ticket sent in Discord. */
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  priority: ticketPriority,
  status: ticketStatus,
  /** The shop's answer; null before it, and for a ticket closed without one. */
  response: z.string().nullable(),
  /** Pictures sent with the ticket; absent in older messages. */
  attachments: z.array(picture).optional(),
  /** The sender's rating of the answer; null before it, absent in older messages. */
  rating: ticketRating.nullable().optional(),
  createdAt: instant,
  /** Time of the answer or of closing. */
  endedAt: instant.nullable(),
  version: z.number().int(),
});
export type Ticket = z.infer<typeof ticket>;

/** The ticket behind a secret link, without the e-mail address, since anyone with the link can read it. */
export const linkedTicket = ticket.omit({ email: true });
export type LinkedTicket = z.infer<typeof linkedTicket>;

/** A ticket as staff see it. */
export const adminTicket = ticket.extend({
  /** The sender's account; null for a visitor. */
  userId: id.nullable(),
  username: z.string().nullable(),
  /** The sender's tier when the ticket was sent. */
  tier: tierName.nullable(),
  /** True for a sender with priority support, whose tickets come first. */
  prioritySupport: z.boolean(),
  /** Number of internal notes. */
  notes: z.number().int(),
});
export type AdminTicket = z.infer<typeof adminTicket>;

/** An internal note of staff; it never leaves the panel. */
export const ticketNote = z.object({ id, author: z.string(), text: z.string(), createdAt: instant });
export type TicketNote = z.infer<typeof ticketNote>;

/** All texts of a ticket, oldest first. */
export const ticketTranscript = z.object({
  ticket: adminTicket,
  lines: z.array(
    z.object({
      /** Source of the text; `thread` is the ticket's thread in Discord. */
      kind: z.enum(['message', 'response', 'note', 'thread']),
      /** Null for the shop's answer. */
      author: z.string().nullable(),
      text: z.string(),
      at: instant,
      /** True for an internal text, which is never shown to the sender. */
      isInside: z.boolean(),
    }),
  ),
});
export type TicketTranscript = z.infer<typeof ticketTranscript>;
