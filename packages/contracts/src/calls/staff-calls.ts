import { z } from 'zod';
import { discordId, idParam } from '../entities/fields.js';
import { botAnswerTicketRequest, botQueueAnswer, botTicketNoteRequest } from '../http/staff-in-discord.js';
import { defineCall } from './call.js';

/** Room for the longest text in any script. */
const TEXT_BYTES = 32 * 1024;

/** Calls of the bot on behalf of staff; the backend reads the rights of the person each time. */
export const staffCalls = {
  botQueue: defineCall({
    method: 'GET',
    path: '/api/bot/queue',
    access: 'bot',
    right: 'orders',
    summary: 'The open orders that are due first.',
    query: z.strictObject({ discordId }),
    answer: botQueueAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botAnswerTicket: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/respond',
    params: { id: idParam },
    access: 'bot',
    right: 'tickets',
    summary: 'Answers a ticket on behalf of staff, which resolves it.',
    body: botAnswerTicketRequest,
    status: 204,
    errors: ['BLOCKED', 'FORBIDDEN', 'ILLEGAL_MOVE'],
    bounds: { bodyLimit: TEXT_BYTES },
  }),
  botNoteTicket: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/notes',
    params: { id: idParam },
    access: 'bot',
    right: 'tickets',
    summary: 'Adds an internal note to a ticket on behalf of staff with an account.',
    body: botTicketNoteRequest,
    status: 204,
    errors: ['BLOCKED', 'DISCORD_NOT_LINKED', 'FORBIDDEN', 'ILLEGAL_MOVE'],
  }),
} as const;
