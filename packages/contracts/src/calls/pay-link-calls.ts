import {
  botPayLinkAnswer,
  botPayLinkRequest,
  openPayLinkAnswer,
  openPayLinkRequest,
} from '../http/pay-links.js';
import { defineCall } from './call.js';

const QUARTER_HOUR_MS = 15 * 60_000;

/** Calls on links that lead from Discord to the checkout. */
export const payLinkCalls = {
  botPayLink: defineCall({
    method: 'POST',
    path: '/api/bot/pay-links',
    access: 'bot',
    summary:
      'Prices what a person chose in Discord, and answers a link to its checkout for that person alone.',
    body: botPayLinkRequest,
    status: 201,
    answer: botPayLinkAnswer,
    errors: ['BLOCKED', 'PRODUCT_NOT_FOUND', 'RATE_LIMITED'],
  }),
  openPayLink: defineCall({
    method: 'POST',
    path: '/api/pay-links/open',
    access: 'session',
    summary: 'Uses a pay link up and answers its goods, to the account with the Discord id that it is for.',
    body: openPayLinkRequest,
    answer: openPayLinkAnswer,
    errors: ['NOT_FOUND', 'PAY_LINK_USED', 'PAY_LINK_EXPIRED'],
    bounds: { perAccount: { name: 'pay-links-open', points: 60, windowMs: QUARTER_HOUR_MS } },
  }),
} as const;
