import { z } from 'zod';
import { boundedString, emailAddress, id, idParam, line, ref, text } from '../../entities/fields.js';
import {
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  pictureFile,
  MAX_TICKET_PICTURES,
} from '../../entities/picture.js';
import {
  adminTicket,
  linkedTicket,
  ticket,
  ticketNote,
  ticketRating,
  ticketTranscript,
} from '../../entities/ticket.js';
import { mailLanguage } from '../../languages.js';
import { ticketPriority, ticketStatus } from '../../state/ticket-states.js';
import { defineCall, HOUR_MS } from '../call-definition.js';
import { listQuery } from '../pagination.js';
import { redeemRewardRequest } from '../loyalty.js';

/** Longest text of a ticket or of its answer, in characters. */
export const TICKET_TEXT_LENGTH = 5_000;
export const TICKET_SUBJECT_LENGTH = 150;
export const TICKET_NAME_LENGTH = 80;

/** Sort orders of the ticket list: open tickets with priority support first, then the newest; or by urgency. */
export const TICKET_SORTS = ['newest', 'urgent'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** Secrets of uploaded pictures, in order. */
export const ticketAttachments = z
  .array(ref)
  .max(MAX_TICKET_PICTURES)
  .refine((refs) => new Set(refs).size === refs.length, 'names a picture twice');

/**
 * POST /api/support-tickets, open to all visitors. `requestId` is a new random text per form: the same sender's repeat
 * returns the first ticket and its secret, or CONFLICT if the content differs.
 */
export const createTicketRequest = z.strictObject({
  name: line(TICKET_NAME_LENGTH),
  email: emailAddress,
  subject: line(TICKET_SUBJECT_LENGTH),
  message: text(TICKET_TEXT_LENGTH),
  priority: ticketPriority.default('medium'),
  /** Own order that the ticket is about; its number then begins the subject. Any other order answers NOT_FOUND. */
  orderId: id.optional(),
  /** Language of the mails about the ticket; default: English. */
  language: mailLanguage.optional(),
  /** Pictures that were uploaded before, in order. */
  attachments: ticketAttachments.optional(),
  requestId: redeemRewardRequest.shape.requestId,
  /**
   * A field that people do not see: a visitor's ticket with a value in it is refused, since a bot wrote it. Accounts
   * may send one, since password managers fill the field.
   */
  website: boundedString(2_000).optional(),
});
export type CreateTicketRequest = z.infer<typeof createTicketRequest>;

/** `token` opens the ticket's page; null when the ticket is on the sender's account page. */
export const createTicketAnswer = z.object({ id, token: ref.nullable() });
export type CreateTicketAnswer = z.infer<typeof createTicketAnswer>;

/** PUT /api/support-tickets/{id}: sets the status of a ticket; `resolved` is not allowed, since it needs an answer. */
export const setTicketStatusRequest = z.strictObject({
  status: ticketStatus,
  version: z.int32().optional(),
});
export type SetTicketStatusRequest = z.infer<typeof setTicketStatusRequest>;

/** POST /api/support-tickets/{id}/respond: answers a ticket. */
export const answerTicketRequest = z.strictObject({
  response: text(TICKET_TEXT_LENGTH),
  version: z.int32().optional(),
});
export type AnswerTicketRequest = z.infer<typeof answerTicketRequest>;

/** PUT /api/account/tickets/{id}/rating: rates the answer; a visitor does so with the ticket's secret token. */
export const rateTicketRequest = z.strictObject({ rating: ticketRating });
export type RateTicketRequest = z.infer<typeof rateTicketRequest>;

/** POST /api/admin/support-tickets/{id}/notes: adds an internal note. */
export const addTicketNoteRequest = z.strictObject({ text: text(2_000) });
export type AddTicketNoteRequest = z.infer<typeof addTicketNoteRequest>;

/** POST /api/support-tickets/attachments returns a secret, valid for an hour, that attaches the picture to a ticket. */
export const uploadAttachmentAnswer = z.object({ attachment: ref });
export type UploadAttachmentAnswer = z.infer<typeof uploadAttachmentAnswer>;

const DAY_MS = 24 * HOUR_MS;
/** Largest body, bytes: enough for the longest text in any script. */
const MAX_BODY_BYTES = 32 * 1024;

/** Limit of new tickets per address, follow-ups included. */
export const TICKETS_PER_ADDRESS = { name: 'tickets-address', points: 5, windowMs: HOUR_MS } as const;

/** Calls about support tickets. */
export const ticketCalls = {
  createTicket: defineCall({
    method: 'POST',
    path: '/api/support-tickets',
    access: 'public',
    summary:
      'Sends a support ticket; who has no account page to read it on gets a secret token for it. The same `requestId` answers the same ticket again.',
    body: createTicketRequest,
    status: 201,
    answer: createTicketAnswer,
    errors: ['ATTACHMENT_GONE', 'CONFLICT', 'HIDDEN_FIELD_FILLED', 'NOT_FOUND'],
    bounds: {
      bodyLimit: MAX_BODY_BYTES,
      perAddress: TICKETS_PER_ADDRESS,
    },
  }),
  uploadAttachment: defineCall({
    method: 'POST',
    path: '/api/support-tickets/attachments',
    access: 'public',
    summary: 'Takes a picture for a ticket, which has to be sent within an hour.',
    upload: PICTURE_TYPES,
    status: 201,
    answer: uploadAttachmentAnswer,
    errors: ['IMAGE_UNREADABLE', 'IMAGE_TOO_LARGE'],
    bounds: {
      bodyLimit: MAX_PICTURE_BYTES,
      perAddress: { name: 'attachments-address', points: 40, windowMs: HOUR_MS },
      kibPerAddress: { name: 'attachment-kib-address', points: 20 * 1024, windowMs: DAY_MS },
    },
  }),
  attachment: defineCall({
    method: 'GET',
    path: '/api/support-tickets/:id/attachments/:file',
    params: { id: idParam, file: pictureFile },
    access: 'session',
    summary: 'A picture of a ticket, for its sender and staff.',
    media: 'image/webp',
  }),
  linkedAttachment: defineCall({
    method: 'GET',
    path: '/api/support-tickets/by-token/:token/attachments/:file',
    params: { token: ref, file: pictureFile },
    access: 'public',
    summary: "A picture of a ticket, by the ticket's secret token.",
    bounds: { perAddress: { name: 'linked-picture-address', points: 300, windowMs: 60_000 } },
    media: 'image/webp',
  }),
  ownTickets: defineCall({
    method: 'GET',
    path: '/api/support-tickets',
    access: 'session',
    summary: 'The own tickets, newest first.',
    answer: z.array(ticket),
  }),
  linkedTicket: defineCall({
    method: 'GET',
    path: '/api/support-tickets/by-token/:token',
    params: { token: ref },
    access: 'public',
    summary: 'A ticket, by its secret token.',
    answer: linkedTicket,
  }),
  rateTicket: defineCall({
    method: 'PUT',
    path: '/api/account/tickets/:id/rating',
    params: { id: idParam },
    access: 'session',
    summary: 'Says how the answer to an own ticket was; the last word counts.',
    body: rateTicketRequest,
    answer: ticket,
    errors: ['CONFLICT', 'OWN_TICKET'],
    bounds: { perAccount: { name: 'ticket-ratings-account', points: 20, windowMs: HOUR_MS } },
  }),
  rateLinkedTicket: defineCall({
    method: 'PUT',
    path: '/api/support-tickets/by-token/:token/rating',
    params: { token: ref },
    access: 'public',
    summary: "Says how the answer to a ticket was, by the ticket's secret token.",
    body: rateTicketRequest,
    answer: linkedTicket,
    errors: ['CONFLICT'],
    bounds: { perAddress: { name: 'ticket-ratings-address', points: 20, windowMs: HOUR_MS } },
  }),
  adminTickets: defineCall({
    method: 'GET',
    path: '/api/admin/support-tickets',
    access: 'staff',
    right: 'tickets',
    summary: 'One page of the tickets; `sort` newest (open ones with priority support first) or urgent.',
    query: listQuery,
    answer: z.array(adminTicket),
  }),
  adminTicket: defineCall({
    method: 'GET',
    path: '/api/admin/support-tickets/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'One ticket.',
    answer: adminTicket,
  }),
  ticketTranscript: defineCall({
    method: 'GET',
    path: '/api/admin/support-tickets/:id/transcript',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'Everything that was written about a ticket: message, notes, thread in Discord, answer.',
    answer: ticketTranscript,
  }),
  setTicketStatus: defineCall({
    method: 'PUT',
    path: '/api/support-tickets/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'Takes a ticket, or closes it.',
    body: setTicketStatusRequest,
    answer: adminTicket,
    errors: ['ILLEGAL_MOVE', 'OWN_TICKET', 'STALE'],
  }),
  answerTicket: defineCall({
    method: 'POST',
    path: '/api/support-tickets/:id/respond',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'Answers a ticket, which resolves it.',
    body: answerTicketRequest,
    answer: adminTicket,
    errors: ['ILLEGAL_MOVE', 'OWN_TICKET', 'STALE'],
    bounds: { bodyLimit: MAX_BODY_BYTES },
  }),
  ticketNotes: defineCall({
    method: 'GET',
    path: '/api/admin/support-tickets/:id/notes',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'The internal notes of a ticket, oldest first.',
    answer: z.array(ticketNote),
  }),
  addTicketNote: defineCall({
    method: 'POST',
    path: '/api/admin/support-tickets/:id/notes',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'Adds an internal note to a ticket that is not ended.',
    body: addTicketNoteRequest,
    status: 201,
    answer: ticketNote,
    errors: ['ILLEGAL_MOVE'],
  }),
} as const;
