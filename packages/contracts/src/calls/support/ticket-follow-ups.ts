import { z } from 'zod';
import { idParam, ref } from '../../entities/fields.js';
import { earlierTicket } from '../../entities/ticket.js';
import { defineCall } from '../call-definition.js';
import { createTicketAnswer, createTicketRequest, TICKETS_PER_ADDRESS } from './tickets.js';

/** Days after the answer within which the sender may open a follow-up. */
export const FOLLOW_UP_DAYS = 14;

/** POST /api/support-tickets/{id}/follow-up: opens a ticket that names the answered one, which did not solve it. */
export const followUpRequest = createTicketRequest.pick({
  message: true,
  attachments: true,
  requestId: true,
});
export type FollowUpRequest = z.infer<typeof followUpRequest>;

const MAX_BODY_BYTES = 32 * 1024;
const errors = ['ATTACHMENT_GONE', 'CONFLICT', 'ILLEGAL_MOVE'] as const;
const bounds = {
  bodyLimit: MAX_BODY_BYTES,
  perAddress: TICKETS_PER_ADDRESS,
} as const;

/** Calls about tickets that follow an answered one. */
export const ticketFollowUpCalls = {
  followUp: defineCall({
    method: 'POST',
    path: '/api/support-tickets/:id/follow-up',
    params: { id: idParam },
    access: 'session',
    summary: 'Opens a ticket that follows an own answered one, once and within 14 days.',
    body: followUpRequest,
    status: 201,
    answer: createTicketAnswer,
    errors,
    bounds,
  }),
  linkedFollowUp: defineCall({
    method: 'POST',
    path: '/api/support-tickets/by-token/:token/follow-up',
    params: { token: ref },
    access: 'public',
    summary: "Opens a ticket that follows an answered one, by the answered ticket's secret token.",
    body: followUpRequest,
    status: 201,
    answer: createTicketAnswer,
    errors,
    bounds,
  }),
  earlierTickets: defineCall({
    method: 'GET',
    path: '/api/support-tickets/:id/earlier',
    params: { id: idParam },
    access: 'session',
    summary: 'The tickets before a follow-up, newest first, for its sender and staff.',
    answer: z.array(earlierTicket),
  }),
  linkedEarlierTickets: defineCall({
    method: 'GET',
    path: '/api/support-tickets/by-token/:token/earlier',
    params: { token: ref },
    access: 'public',
    summary: "The tickets before a follow-up, newest first, by the follow-up's secret token.",
    answer: z.array(earlierTicket),
  }),
} as const;
