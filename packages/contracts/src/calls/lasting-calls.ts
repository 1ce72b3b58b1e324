import { claimLastingAnswer, claimLastingRequest, reportLastingRequest } from '../http/lasting-messages.js';
import { defineCall } from './call.js';

/** Calls of the bot about its lasting messages: the welcome and the stock board. */
export const lastingCalls = {
  claimLasting: defineCall({
    method: 'POST',
    path: '/api/bot/lasting-messages/claim',
    access: 'bot',
    summary: 'What is known of a lasting message; null while its last change is younger than 15 s.',
    body: claimLastingRequest,
    answer: claimLastingAnswer,
    errors: ['FENCED'],
  }),
  reportLasting: defineCall({
    method: 'POST',
    path: '/api/bot/lasting-messages/report',
    access: 'bot',
    summary: 'Says that a lasting message was sent, edited, pinned, or is gone.',
    body: reportLastingRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
  }),
} as const;
