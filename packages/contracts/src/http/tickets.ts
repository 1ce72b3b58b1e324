import { z } from 'zod';
import { boundedString, emailAddress, id, line, ref, text } from '../entities/fields.js';
import { TICKET_PICTURES } from '../entities/picture.js';
import { ticketRating } from '../entities/ticket.js';
import { mailLanguage } from '../mail-languages.js';
import { ticketPriority, ticketStatus } from '../state/ticket-states.js';
import { redeemRewardRequest } from './loyalty.js';

/** Longest text of a ticket or its answer, characters. */
export const TICKET_TEXT_LENGTH = 5_000;
export const TICKET_SUBJECT_LENGTH = 150;
export const TICKET_NAME_LENGTH = 80;

/** Sort orders of the list of tickets: open ones with priority support first, then the newest; or by urgency. */
export const TICKET_SORTS = ['newest', 'urgent'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/**
 * POST /api/support-tickets, open to everybody. `requestId` is any fresh random text per form: the same sender's repeat
 * with it answers the same ticket and secret, or CONFLICT if the content differs.
 */
export const createTicketRequest = z.strictObject({
  name: line(TICKET_NAME_LENGTH),
  email: emailAddress,
  subject: line(TICKET_SUBJECT_LENGTH),
  message: text(TICKET_TEXT_LENGTH),
  priority: ticketPriority.default('medium'),
  /** Language of the mails about the ticket; English unless given. */
  language: mailLanguage.optional(),
  /** Previously uploaded pictures, in order. */
  attachments: z
    .array(ref)
    .max(TICKET_PICTURES)
    .refine((refs) => new Set(refs).size === refs.length, 'names a picture twice')
    .optional(),
  requestId: redeemRewardRequest.shape.requestId,
  /**
   * An invisible field: a visitor's ticket with a value is refused as a bot's. Accounts may send one (password
   * managers).
   */
  website: boundedString(2_000).optional(),
});
export type CreateTicketRequest = z.infer<typeof createTicketRequest>;

/** `token` opens the ticket's page; null when the account page shows the ticket. */
export const createTicketAnswer = z.object({ id, token: ref.nullable() });
export type CreateTicketAnswer = z.infer<typeof createTicketAnswer>;

/** PUT /api/support-tickets/{id}. A ticket is answered by `respond`. */
export const setTicketStatusRequest = z.strictObject({
  status: ticketStatus,
  version: z.int32().optional(),
});
export type SetTicketStatusRequest = z.infer<typeof setTicketStatusRequest>;

/** POST /api/support-tickets/{id}/respond */
export const answerTicketRequest = z.strictObject({
  response: text(TICKET_TEXT_LENGTH),
  version: z.int32().optional(),
});
export type AnswerTicketRequest = z.infer<typeof answerTicketRequest>;

/** PUT /api/account/tickets/{id}/rating, and the same with the secret token. */
export const rateTicketRequest = z.strictObject({ rating: ticketRating });
export type RateTicketRequest = z.infer<typeof rateTicketRequest>;

/** POST /api/admin/support-tickets/{id}/notes */
export const addTicketNoteRequest = z.strictObject({ text: text(2_000) });
export type AddTicketNoteRequest = z.infer<typeof addTicketNoteRequest>;
