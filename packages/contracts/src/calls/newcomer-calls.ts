import {
  claimNewcomersAnswer,
  claimNewcomersRequest,
  noteNewcomersRequest,
  reportNewcomersRequest,
} from '../http/newcomers.js';
import { defineCall } from './call.js';

/** Calls of the bot about people who join the Discord server. */
export const newcomerCalls = {
  noteNewcomers: defineCall({
    method: 'POST',
    path: '/api/bot/newcomers',
    access: 'bot',
    summary: 'People who joined the server; each is welcomed once, and nobody from before the first call.',
    body: noteNewcomersRequest,
    status: 204,
    errors: ['FENCED'],
  }),
  claimNewcomers: defineCall({
    method: 'POST',
    path: '/api/bot/newcomers/claim',
    access: 'bot',
    summary: 'Whom to welcome in one message, or null; the same again until it is reported.',
    body: claimNewcomersRequest,
    answer: claimNewcomersAnswer,
    errors: ['FENCED'],
  }),
  reportNewcomers: defineCall({
    method: 'POST',
    path: '/api/bot/newcomers/report',
    access: 'bot',
    summary: 'Says that a welcome was sent, or can’t be.',
    body: reportNewcomersRequest,
    status: 204,
    errors: ['FENCED'],
  }),
} as const;
