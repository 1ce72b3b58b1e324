import { z } from 'zod';
import { idParam, ref } from '../entities/fields.js';
import { adminTicket, linkedTicket, ticket, ticketNote } from '../entities/ticket.js';
import { listQuery } from '../http/lists.js';
import {
  addTicketNoteRequest,
  answerTicketRequest,
  createTicketAnswer,
  createTicketRequest,
  setTicketStatusRequest,
} from '../http/tickets.js';
import { defineCall } from './call.js';

const HOUR_MS = 3_600_000;
/** Room for the longest text in any script. */
const TEXT_BYTES = 32 * 1024;

/** Calls on support tickets. */
export const ticketCalls = {
  createTicket: defineCall({
    method: 'POST',
    path: '/api/support-tickets',
    access: 'public',
    summary: 'Sends a support ticket; who has no account page to read it on gets a secret token for it.',
    body: createTicketRequest,
    status: 201,
    answer: createTicketAnswer,
    bounds: {
      bodyLimit: TEXT_BYTES,
      perAddress: { name: 'tickets-address', points: 5, windowMs: HOUR_MS },
    },
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
  adminTickets: defineCall({
    method: 'GET',
    path: '/api/admin/support-tickets',
    access: 'staff',
    summary: 'One page of the tickets: open ones with priority support first, then the newest.',
    query: listQuery,
    answer: z.array(adminTicket),
  }),
  setTicketStatus: defineCall({
    method: 'PUT',
    path: '/api/support-tickets/:id',
    params: { id: idParam },
    access: 'staff',
    summary: 'Takes a ticket, or closes it.',
    body: setTicketStatusRequest,
    answer: adminTicket,
    errors: ['ILLEGAL_MOVE', 'STALE'],
  }),
  answerTicket: defineCall({
    method: 'POST',
    path: '/api/support-tickets/:id/respond',
    params: { id: idParam },
    access: 'staff',
    summary: 'Answers a ticket, which resolves it.',
    body: answerTicketRequest,
    answer: adminTicket,
    errors: ['ILLEGAL_MOVE', 'STALE'],
    bounds: { bodyLimit: TEXT_BYTES },
  }),
  ticketNotes: defineCall({
    method: 'GET',
    path: '/api/admin/support-tickets/:id/notes',
    params: { id: idParam },
    access: 'staff',
    summary: 'The internal notes of a ticket, oldest first.',
    answer: z.array(ticketNote),
  }),
  addTicketNote: defineCall({
    method: 'POST',
    path: '/api/admin/support-tickets/:id/notes',
    params: { id: idParam },
    access: 'staff',
    summary: 'Adds an internal note to a ticket that is not ended.',
    body: addTicketNoteRequest,
    status: 201,
    answer: ticketNote,
    errors: ['ILLEGAL_MOVE'],
  }),
} as const;
