import { z } from 'zod';
import { idParam, ref, text } from '../../entities/fields.js';
import { ticketMessage } from '../../entities/ticket.js';
import { defineCall, HOUR_MS } from '../call-definition.js';
import { redeemRewardRequest } from '../loyalty.js';
import { listQuery } from '../pagination.js';
import { ticketAttachments } from './tickets.js';

/** Longest message of a ticket, in characters. */
export const TICKET_MESSAGE_LENGTH = 2_000;
/** Most messages that one side of a ticket writes in an hour. */
export const TICKET_MESSAGES_PER_HOUR = 20;

/**
 * POST /api/support-tickets/{id}/messages: writes a message. A repeat with the same `requestId` answers the stored
 * message, or CONFLICT if the words differ.
 */
export const addTicketMessageRequest = z.strictObject({
  text: text(TICKET_MESSAGE_LENGTH),
  /** Pictures that were uploaded before, in order. */
  attachments: ticketAttachments.optional(),
  requestId: redeemRewardRequest.shape.requestId,
});
export type AddTicketMessageRequest = z.infer<typeof addTicketMessageRequest>;

/** Calls about the messages of a ticket, which both sides write until it ends. */
export const ticketMessageCalls = {
  ticketMessages: defineCall({
    method: 'GET',
    path: '/api/support-tickets/:id/messages',
    params: { id: idParam },
    access: 'session',
    summary: 'One page of the messages of a ticket, newest first, for its sender and staff.',
    query: listQuery,
    answer: z.array(ticketMessage),
  }),
  linkedTicketMessages: defineCall({
    method: 'GET',
    path: '/api/support-tickets/by-token/:token/messages',
    params: { token: ref },
    access: 'public',
    summary: "One page of the messages of a ticket, newest first, by the ticket's secret token.",
    query: listQuery,
    answer: z.array(ticketMessage),
  }),
  addTicketMessage: defineCall({
    method: 'POST',
    path: '/api/support-tickets/:id/messages',
    params: { id: idParam },
    access: 'session',
    summary:
      'Writes a message to a ticket that has not ended: to the shop by its sender, to the sender by staff.',
    body: addTicketMessageRequest,
    status: 201,
    answer: ticketMessage,
    errors: ['ATTACHMENT_GONE', 'CONFLICT', 'ILLEGAL_MOVE', 'OWN_TICKET'],
    bounds: { perAccount: { name: 'ticket-messages-account', points: 300, windowMs: HOUR_MS } },
  }),
  addLinkedTicketMessage: defineCall({
    method: 'POST',
    path: '/api/support-tickets/by-token/:token/messages',
    params: { token: ref },
    access: 'public',
    summary: "Writes a message to a ticket that has not ended, by the ticket's secret token.",
    body: addTicketMessageRequest,
    status: 201,
    answer: ticketMessage,
    errors: ['ATTACHMENT_GONE', 'CONFLICT', 'ILLEGAL_MOVE'],
    bounds: { perAddress: { name: 'ticket-messages-address', points: 60, windowMs: HOUR_MS } },
  }),
} as const;
