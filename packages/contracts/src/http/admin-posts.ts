import { z } from 'zod';
import { text } from '../entities/fields.js';
import { channel, type Channel } from '../events/channels.js';
import { post } from './bot.js';

/** States of a post: waiting, claimed by the bot, sent, refused by Discord (parked), or counted in another post. */
export const POST_STATES = ['pending', 'claimed', 'sent', 'parked', 'counted'] as const;
export type PostState = (typeof POST_STATES)[number];

/** A post as the panel shows it. */
export const adminPost = post.extend({
  channel,
  state: z.enum(POST_STATES),
  orderId: z.number().int().nullable(),
  /** Link to the message in Discord; for a counted post, to the message of the post that counts it. */
  link: z.string().nullable(),
  sentAt: z.string().nullable(),
  countedIn: z.number().int().nullable(),
  parkedReason: z.string().nullable(),
  resendOf: z.number().int().nullable(),
});
export type AdminPost = z.infer<typeof adminPost>;

/** The channels for test messages; the API calls the channel of orders `order`. */
export const TEST_CHANNELS = {
  order: 'orders',
  orders: 'orders',
  history: 'history',
  stock: 'stock',
  error: 'error',
} as const satisfies Record<string, Channel>;
/** POST /api/admin/discord/test */
export const testPostRequest = z.strictObject({
  type: z.enum(['order', 'orders', 'history', 'stock', 'error']),
  message: text(1_000),
});
export const testPostAnswer = z.object({ success: z.literal(true), link: z.string().nullable() });
