import { z } from 'zod';
import { discordId, instant, ref } from '../entities/fields.js';
import { cartItem, cartItems, quote } from './checkout.js';
import { redeemRewardRequest } from './loyalty.js';

// Links that carry goods chosen in Discord to the checkout of the site.

/** POST /api/bot/pay-links: the goods that a person wants to buy. */
export const botPayLinkRequest = z.strictObject({ discordId, items: cartItems });
export type BotPayLinkRequest = z.infer<typeof botPayLinkRequest>;
/** The current price, and the link that brings the goods to the checkout: for this person only, and once. */
export const botPayLinkAnswer = z.object({ url: z.string(), expiresAt: instant, quote });
export type BotPayLinkAnswer = z.infer<typeof botPayLinkAnswer>;

/** POST /api/pay-links/open: with the same `requestId`, a call whose answer was lost can be repeated. */
export const openPayLinkRequest = z.strictObject({
  token: ref,
  requestId: redeemRewardRequest.shape.requestId.unwrap(),
});
export type OpenPayLinkRequest = z.infer<typeof openPayLinkRequest>;
export const openPayLinkAnswer = z.object({ items: z.array(cartItem) });
export type OpenPayLinkAnswer = z.infer<typeof openPayLinkAnswer>;
