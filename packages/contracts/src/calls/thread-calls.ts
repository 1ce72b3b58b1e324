import { idParam } from '../entities/fields.js';
import {
  claimThreadAnswer,
  claimThreadRequest,
  keptThreadsAnswer,
  keptThreadsRequest,
  noteThreadLineRequest,
  reportThreadRequest,
} from '../http/ticket-threads.js';
import { defineCall } from './call.js';

/** Room for the longest line in any script. */
const LINE_BYTES = 32 * 1024;

/** Calls of the bot about the threads of tickets. */
export const threadCalls = {
  claimThread: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/claim',
    access: 'bot',
    summary: 'The next thread of a ticket to open or to archive, or null.',
    body: claimThreadRequest,
    answer: claimThreadAnswer,
    errors: ['FENCED'],
  }),
  reportThread: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/:id/report',
    params: { id: idParam },
    access: 'bot',
    summary: 'Says that the thread of a ticket was opened or archived, can’t be, or not now.',
    body: reportThreadRequest,
    status: 204,
    errors: ['FENCED', 'NOT_FOUND'],
  }),
  keptThreads: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/kept',
    access: 'bot',
    summary: 'The threads that take lines, and the newest line kept of each, for a bot that was away.',
    body: keptThreadsRequest,
    answer: keptThreadsAnswer,
    errors: ['FENCED'],
  }),
  noteThreadLine: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/lines',
    access: 'bot',
    summary:
      'A line written, changed or deleted in the thread of a ticket; of other threads nothing is kept.',
    body: noteThreadLineRequest,
    status: 204,
    errors: ['FENCED'],
    bounds: { bodyLimit: LINE_BYTES },
  }),
} as const;
