import { z } from 'zod';
import { discordId, instant, ref } from '../../entities/fields.js';
import { defineCall, QUARTER_HOUR_MS } from '../call-definition.js';
import { cartItem, cartItems, quote } from '../checkout.js';
import { redeemRewardRequest } from '../loyalty.js';

// Links that carry goods chosen in Discord to the checkout of the website.

/** POST /api/bot/pay-links: creates a link for the goods that a person wants to buy. */
export const botPayLinkRequest = z.strictObject({ discordId, items: cartItems });
export type BotPayLinkRequest = z.infer<typeof botPayLinkRequest>;
/** Current price, and the link to a checkout with the goods, which only this person can open, and only once. */
export const botPayLinkAnswer = z.object({ url: z.string(), expiresAt: instant, quote });
export type BotPayLinkAnswer = z.infer<typeof botPayLinkAnswer>;

/**
 * POST /api/pay-links/open; a repeat with the same `requestId` returns the goods again, in case the first answer was
 * lost.
 */
export const openPayLinkRequest = z.strictObject({
  token: ref,
  requestId: redeemRewardRequest.shape.requestId.unwrap(),
});
export type OpenPayLinkRequest = z.infer<typeof openPayLinkRequest>;
export const openPayLinkAnswer = z.object({ items: z.array(cartItem) });
export type OpenPayLinkAnswer = z.infer<typeof openPayLinkAnswer>;

/** Calls about links that lead from Discord to the checkout. */
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
