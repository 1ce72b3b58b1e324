import { idParam } from '../entities/fields.js';
import { botOrderTransitionRequest } from '../http/bot.js';
import {
  directClaimAnswer,
  directClaimRequest,
  receivedOrderAnswer,
  registerDirectRequest,
  reportDirectRequest,
} from '../http/direct-messages.js';
import { defineCall } from './call.js';

/** Calls of the bot about direct messages to people, and what people answer to them. */
export const directCalls = {
  claimDirect: defineCall({
    method: 'POST',
    path: '/api/bot/direct-messages/claim',
    access: 'bot',
    summary: 'The next direct message to a person, or null.',
    body: directClaimRequest,
    answer: directClaimAnswer,
    errors: ['FENCED'],
  }),
  registerDirect: defineCall({
    method: 'POST',
    path: '/api/bot/direct-messages/:id/register',
    params: { id: idParam },
    access: 'bot',
    summary: 'Freezes a direct message before it is sent.',
    body: registerDirectRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
    bounds: { bodyLimit: 64 * 1024 },
  }),
  reportDirect: defineCall({
    method: 'POST',
    path: '/api/bot/direct-messages/:id/report',
    params: { id: idParam },
    access: 'bot',
    summary: 'Says what became of a direct message.',
    body: reportDirectRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
  }),
  receivedOrder: defineCall({
    method: 'POST',
    path: '/api/bot/orders/:id/received',
    params: { id: idParam },
    access: 'bot',
    summary: 'The buyer confirms that a completed order arrived; once.',
    body: botOrderTransitionRequest,
    answer: receivedOrderAnswer,
    errors: ['NOT_FOUND', 'BLOCKED', 'CONFLICT', 'STALE_REFERENCE'],
  }),
} as const;
