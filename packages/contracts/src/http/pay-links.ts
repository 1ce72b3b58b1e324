import { z } from 'zod';
import { discordId, instant, ref } from '../entities/fields.js';
import { cartItem, cartItems, quote } from './checkout.js';
import { redeemRewardRequest } from './loyalty.js';

// What somebody chose in Discord, on its way to the checkout of the site.

/** POST /api/bot/pay-links: what the person of this Discord id wants to buy. */
export const botPayLinkRequest = z.strictObject({ discordId, items: cartItems });
export type BotPayLinkRequest = z.infer<typeof botPayLinkRequest>;
/** The price now, and the page that brings the goods to the checkout, for this person alone and once. */
export const botPayLinkAnswer = z.object({ url: z.string(), expiresAt: instant, quote });
export type BotPayLinkAnswer = z.infer<typeof botPayLinkAnswer>;

/** POST /api/pay-links/open: `requestId` names the try, so that one whose answer was lost can be made again. */
export const openPayLinkRequest = z.strictObject({
  token: ref,
  requestId: redeemRewardRequest.shape.requestId.unwrap(),
});
export type OpenPayLinkRequest = z.infer<typeof openPayLinkRequest>;
export const openPayLinkAnswer = z.object({ items: z.array(cartItem) });
export type OpenPayLinkAnswer = z.infer<typeof openPayLinkAnswer>;
