import { z } from 'zod';
import { idParam, ref } from '../entities/fields.js';
import { PICTURE_BYTES, PICTURE_TYPES, pictureFile } from '../entities/picture.js';
import { adminTicket, linkedTicket, ticket, ticketNote, ticketTranscript } from '../entities/ticket.js';
import { listQuery } from '../http/lists.js';
import { uploadAttachmentAnswer } from '../http/pictures.js';
import {
  addTicketNoteRequest,
  answerTicketRequest,
  createTicketAnswer,
  createTicketRequest,
  rateTicketRequest,
  setTicketStatusRequest,
} from '../http/tickets.js';
import { defineCall } from './call.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Room for the longest text in any script. */
const TEXT_BYTES = 32 * 1024;

/** Calls on support tickets. */
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
    errors: ['ATTACHMENT_GONE', 'CONFLICT', 'HIDDEN_FIELD_FILLED'],
    bounds: {
      bodyLimit: TEXT_BYTES,
      perAddress: { name: 'tickets-address', points: 5, windowMs: HOUR_MS },
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
      bodyLimit: PICTURE_BYTES,
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
    bounds: { bodyLimit: TEXT_BYTES },
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
