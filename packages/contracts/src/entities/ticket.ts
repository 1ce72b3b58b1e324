import { z } from 'zod';
import { tierName } from '../loyalty/tier-name.js';
import { ticketPriority, ticketStatus } from '../state/ticket-states.js';
import { id, instant } from './fields.js';
import { picture } from './picture.js';

/** How a sender found the answer, from 1 (bad) to 5 (good). */
export const TICKET_RATINGS = [1, 2, 3, 4, 5] as const;
export const ticketRating = z.literal(TICKET_RATINGS);
export type TicketRating = z.infer<typeof ticketRating>;

/** A support ticket, as its sender sees it. */
export const ticket = z.object({
  id,
  name: z.string(),
  /** Empty where it was sent in Discord. */
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  priority: ticketPriority,
  status: ticketStatus,
  /** The shop's answer; null until it was given, and of a ticket that was closed without one. */
  response: z.string().nullable(),
  /** Pictures that were sent with it; left out by messages from before there were any. */
  attachments: z.array(picture).optional(),
  /** How the sender found the answer; null until they say, left out by older messages. */
  rating: ticketRating.nullable().optional(),
  createdAt: instant,
  /** When it was answered or closed. */
  endedAt: instant.nullable(),
  version: z.number().int(),
});
export type Ticket = z.infer<typeof ticket>;

/** What a secret link shows: whoever has it may read the ticket, but learns no address. */
export const linkedTicket = ticket.omit({ email: true });
export type LinkedTicket = z.infer<typeof linkedTicket>;

/** A ticket as staff see it. */
export const adminTicket = ticket.extend({
  /** The sender's account; null for a visitor. */
  userId: id.nullable(),
  username: z.string().nullable(),
  /** The sender's tier when the ticket was sent. */
  tier: tierName.nullable(),
  /** Senders with priority support come first. */
  prioritySupport: z.boolean(),
  /** How many internal notes it has. */
  notes: z.number().int(),
});
export type AdminTicket = z.infer<typeof adminTicket>;

/** An internal note of staff; it never leaves the panel. */
export const ticketNote = z.object({ id, author: z.string(), text: z.string(), createdAt: instant });
export type TicketNote = z.infer<typeof ticketNote>;

/** Everything that was written about a ticket, oldest first. */
export const ticketTranscript = z.object({
  ticket: adminTicket,
  lines: z.array(
    z.object({
      /** `thread`: written in the ticket's thread in Discord. */
      kind: z.enum(['message', 'response', 'note', 'thread']),
      /** null for the shop's answer. */
      author: z.string().nullable(),
      text: z.string(),
      at: instant,
      /** Never shown to the sender. */
      isInside: z.boolean(),
    }),
  ),
});
export type TicketTranscript = z.infer<typeof ticketTranscript>;
