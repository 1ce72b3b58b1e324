import { z } from 'zod';
import { boundedString, decimalString, discordId, ref, reportText } from '../../entities/fields.js';
import { staffOrder } from '../../entities/order.js';
import { adminTicket } from '../../entities/ticket.js';
import { alert, channel } from '../../events/discord-channels.js';
import { eventType } from '../../events/events.js';
import { defineCall } from '../call-definition.js';

const { username, discordId: linkedDiscordId, namedOrders } = adminTicket.shape;

/** A ticket in a Discord post, without the sender's e-mail address. */
export const postedTicket = adminTicket
  .pick({
    id: true,
    name: true,
    subject: true,
    message: true,
    priority: true,
    status: true,
    prioritySupport: true,
  })
  // Creation time of the ticket, its answer, its messages without their texts, and its sender as the shop knows them;
  // absent in older posts.
  .extend(
    adminTicket.pick({ createdAt: true, response: true, messages: true, lastMessage: true }).partial().shape,
  )
  .extend({ username: username.optional(), discordId: linkedDiscordId, namedOrders });
export type PostedTicket = z.infer<typeof postedTicket>;

/** Picture of the product, if Discord can show it: https, and not SVG. */
const postedImage = z.string().optional();

/** Content of a post, as it was when the event happened, or a test message. */
export const postContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), order: staffOrder, image: postedImage }),
  z.object({
    kind: z.literal('stock'),
    productId: z.number().int(),
    productName: z.string(),
    stock: z.number().int(),
    image: postedImage,
  }),
  z.object({ kind: z.literal('coins'), coinStock: z.number().int(), reason: z.enum(['set', 'crossed']) }),
  z.object({
    kind: z.literal('purchase'),
    /** Name of the buyer's account; null unless the buyer agreed to be named. */
    buyer: z.string().nullable(),
    productName: z.string(),
    quantity: z.number().int(),
    /** Number of equal purchases that the post counts. */
    count: z.number().int(),
    image: postedImage,
  }),
  z.object({
    kind: z.literal('restock'),
    productId: z.number().int(),
    productName: z.string(),
    price: decimalString,
    stock: z.number().int(),
    image: postedImage,
  }),
  z.object({ kind: z.literal('coins_back'), coinStock: z.number().int() }),
  /** Many waiting posts for shoppers, counted in one. */
  z.object({
    kind: z.literal('counted'),
    of: z.enum(['purchases', 'restocks']),
    lines: z.array(z.object({ what: z.string(), count: z.number().int() })),
    count: z.number().int(),
  }),
  z.object({ kind: z.literal('ticket'), ticket: postedTicket }),
  z.object({ kind: z.literal('alert'), alert, count: z.number().int() }),
  z.object({ kind: z.literal('test'), message: z.string() }),
]);
export type PostContent = z.infer<typeof postContent>;
export const post = z.object({
  id: z.number().int(),
  eventId: z.string(),
  type: z.union([eventType, z.literal('test')]),
  occurredAt: z.iso.datetime(),
  content: postContent,
});
export type Post = z.infer<typeof post>;

/** POST /api/bot/posts/claim {channel, fence} returns a batch of posts to send, or null when there is none. */
export const claimPostsRequest = z.strictObject({ channel, fence: z.int32() });
export const batch = z.object({
  id: z.string(),
  channel,
  /** At most 25 characters; sent with enforce_nonce, so that Discord drops a repeated message. */
  nonce: z.string(),
  posts: z.array(post),
  /** Final message as JSON text, if it was registered before; a repeat sends it unchanged. */
  payload: z.string().nullable(),
  /**
   * Channel for which the batch was registered, even if the bot's settings name another one now; null before
   * registration.
   */
  channelId: discordId.nullish(),
  /** Start of the first attempt to send the batch, by the database's clock. */
  firstAttemptAt: z.iso.datetime().nullable(),
  /**
   * Time since the first attempt, ms; after two minutes, the bot searches the channel's history before it sends again.
   */
  firstAttemptAgeMs: z.number().int().min(0).nullish(),
  leaseUntil: z.iso.datetime(),
  /** Time left of the claim, ms; sent as a duration, since the clocks of database, backend and bot may differ. */
  remainingMs: z.number().int().min(0).optional(),
});
export type Batch = z.infer<typeof batch>;
export const claimPostsAnswer = z.object({ batch: batch.nullable() });

/**
 * POST /api/bot/posts/batches/{id}/register: stores the final message and its posts; posts that did not fit can be
 * claimed again. A repeat with another channel moves the message there.
 */
export const registerBatchRequest = z.strictObject({
  fence: z.int32(),
  payload: boundedString(60_000),
  postIds: z.array(z.int32()).min(1).max(10),
  /** Channel in which the message is sent. */
  channelId: discordId.optional(),
});
/** POST /api/bot/posts/batches/{id}/report: reports that the message was sent. */
export const reportBatchRequest = z.strictObject({ fence: z.int32(), messageId: discordId });
/**
 * POST /api/bot/posts/batches/{id}/reject: Discord refused the message permanently; a batch of several posts is split
 * up, a single post is parked.
 */
export const rejectBatchRequest = z.strictObject({ fence: z.int32(), reason: reportText(500) });

/**
 * POST /api/bot/posts/edits/claim {channel, fence} returns a sent message whose orders have changed, with their newest
 * state.
 */
export const editTask = z.object({
  batchId: z.string(),
  channel,
  messageId: z.string(),
  /** Channel of the message; null if it was not stored. */
  channelId: discordId.nullish(),
  /** Version of the state that the task contains; a later change creates a new task. */
  editVersion: z.int32(),
  posts: z.array(post),
});
export type EditTask = z.infer<typeof editTask>;
export const claimEditAnswer = z.object({ edit: editTask.nullable() });
/**
 * POST /api/bot/posts/edits/report: `gone` when the message no longer exists, `laterMs` to try the edit again later.
 */
export const reportEditRequest = z.strictObject({
  fence: z.int32(),
  batchId: boundedString(64),
  editVersion: z.int32(),
  gone: z.boolean().optional(),
  /** Shortest wait before the next attempt, ms; grows with each failure, and delays no other message. */
  laterMs: z.number().int().min(0).max(3_600_000).optional(),
});

/** Largest body of a call that contains a rendered message, bytes. */
const MAX_BODY_BYTES = 128 * 1024;

/** Calls of the bot about its posts in channels. */
export const postCalls = {
  claimPosts: defineCall({
    method: 'POST',
    path: '/api/bot/posts/claim',
    access: 'bot',
    summary: 'The next batch of a channel, or null.',
    body: claimPostsRequest,
    answer: claimPostsAnswer,
    errors: ['FENCED'],
  }),
  registerBatch: defineCall({
    method: 'POST',
    path: '/api/bot/posts/batches/:id/register',
    params: { id: ref },
    access: 'bot',
    summary: 'Freezes the message of a batch and the posts it holds.',
    body: registerBatchRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
    bounds: { bodyLimit: MAX_BODY_BYTES },
  }),
  reportBatch: defineCall({
    method: 'POST',
    path: '/api/bot/posts/batches/:id/report',
    params: { id: ref },
    access: 'bot',
    summary: 'Says that a batch was sent.',
    body: reportBatchRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
  }),
  rejectBatch: defineCall({
    method: 'POST',
    path: '/api/bot/posts/batches/:id/reject',
    params: { id: ref },
    access: 'bot',
    summary: 'Says that Discord refused a batch for good.',
    body: rejectBatchRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
    bounds: { bodyLimit: MAX_BODY_BYTES },
  }),
  claimEdit: defineCall({
    method: 'POST',
    path: '/api/bot/posts/edits/claim',
    access: 'bot',
    summary: 'The next message of a channel whose orders changed, or null.',
    body: claimPostsRequest,
    answer: claimEditAnswer,
    errors: ['FENCED'],
  }),
  reportEdit: defineCall({
    method: 'POST',
    path: '/api/bot/posts/edits/report',
    access: 'bot',
    summary: 'Says that a message was edited, or is gone.',
    body: reportEditRequest,
    status: 204,
    errors: ['FENCED', 'NOT_FOUND'],
  }),
} as const;
