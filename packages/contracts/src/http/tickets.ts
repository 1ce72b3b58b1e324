import { z } from 'zod';
import { boundedString, emailAddress, id, line, ref, text } from '../entities/fields.js';
import { TICKET_PICTURES } from '../entities/picture.js';
import { ticketRating } from '../entities/ticket.js';
import { mailLanguage } from '../mail-languages.js';
import { ticketPriority, ticketStatus } from '../state/ticket-states.js';
import { redeemRewardRequest } from './loyalty.js';

/** The longest text of a ticket, its answer and its notes, in characters. */
export const TICKET_TEXT_LENGTH = 5_000;
export const TICKET_SUBJECT_LENGTH = 150;
export const TICKET_NAME_LENGTH = 80;

/** The orders of the list of tickets: open ones with priority support and newest first, by urgency. */
export const TICKET_SORTS = ['newest', 'urgent'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/**
 * POST /api/support-tickets, from anybody. `requestId` names the filled-in form (any fresh random text): a repeat of the
 * same sender under it answers the same ticket and secret again, and CONFLICT when it was written otherwise.
 */
export const createTicketRequest = z.strictObject({
  name: line(TICKET_NAME_LENGTH),
  email: emailAddress,
  subject: line(TICKET_SUBJECT_LENGTH),
  message: text(TICKET_TEXT_LENGTH),
  priority: ticketPriority.default('medium'),
  /** The language of the mails about it; English unless it is named. */
  language: mailLanguage.optional(),
  /** Pictures that were uploaded before, in order. */
  attachments: z
    .array(ref)
    .max(TICKET_PICTURES)
    .refine((refs) => new Set(refs).size === refs.length, 'names a picture twice')
    .optional(),
  requestId: redeemRewardRequest.shape.requestId,
  /** A field that people do not see: from a visitor a filled one is refused, as bots and password managers fill it. */
  website: boundedString(2_000).optional(),
});
export type CreateTicketRequest = z.infer<typeof createTicketRequest>;

/** `token` opens the ticket's page; null where the account page shows it. */
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

/** PUT /api/account/tickets/{id}/rating, and by the secret token. */
export const rateTicketRequest = z.strictObject({ rating: ticketRating });
export type RateTicketRequest = z.infer<typeof rateTicketRequest>;

/** POST /api/admin/support-tickets/{id}/notes */
export const addTicketNoteRequest = z.strictObject({ text: text(2_000) });
export type AddTicketNoteRequest = z.infer<typeof addTicketNoteRequest>;
