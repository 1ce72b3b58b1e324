import { z } from 'zod';
import { botLanguage } from '../../languages.js';
import { boundedString, discordId, id, idParam, ref, reportText } from '../../entities/fields.js';
import { bellContents, noticeOrder, noticeTicket, paidFacts, returnedSum } from '../../entities/notice.js';
import { defineCall } from '../call-definition.js';
import { botOrderTransitionRequest } from './commands.js';

// Calls of the bot about direct messages, below /api/bot/direct-messages. The bot sends one message at a time, each
// only once.

/** Content of a direct message, as it was when the event was relayed; older messages lack the optional fields. */
export const directMessageContent = z.discriminatedUnion('kind', [
  /** Message about a paid purchase; `checkout` is the reference of its receipt. */
  z.object({
    kind: z.literal('paid'),
    checkout: ref,
    orders: z.array(noticeOrder).min(1),
    ...paidFacts.partial().shape,
  }),
  /** Message about an order that was taken, completed, cancelled or refunded; only the last two return a sum. */
  z.object({
    kind: z.literal('order'),
    order: noticeOrder,
    returned: returnedSum.optional(),
    /** What happened; the order may have another status since. */
    about: z.enum(['taken', 'delivered', 'cancelled', 'refunded']).optional(),
  }),
  /** Message about a ticket that was answered or closed, or in which staff wrote, with what they wrote. */
  z.object({ kind: z.literal('ticket'), ticket: noticeTicket.extend({ text: z.string().optional() }) }),
  ...bellContents,
]);
export type DirectMessageContent = z.infer<typeof directMessageContent>;

/** POST …/claim {fence} returns the next message to send, or null. */
export const claimDirectRequest = z.strictObject({ fence: z.int32() });
export const directMessage = z.object({
  id: z.number().int(),
  /** At most 25 characters; sent with enforce_nonce, so that Discord drops a repeated message. */
  nonce: z.string(),
  discordId,
  language: botLanguage,
  /** Direct message channel with the person, if an earlier message opened one. */
  channelId: discordId.nullable(),
  content: directMessageContent,
  occurredAt: z.iso.datetime(),
  /** Final message as JSON text, if it was registered before; a repeat sends it unchanged. */
  payload: z.string().nullable(),
  /** Start of the first attempt by the database's clock, and the time since then, ms. */
  firstAttemptAt: z.iso.datetime().nullable(),
  firstAttemptAgeMs: z.number().int().min(0).nullable(),
});
export type DirectMessage = z.infer<typeof directMessage>;
export const claimDirectAnswer = z.object({ message: directMessage.nullable() });

/** POST …/{id}/register: stores the final message and its channel, before the first attempt to send. */
export const registerDirectRequest = z.strictObject({
  fence: z.int32(),
  payload: boundedString(20_000),
  channelId: discordId,
});

/** Outcome of an attempt to send a direct message. */
export const directMessageOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sent'), messageId: discordId }),
  /** The person accepts no messages from the bot, so the message is dropped. */
  z.strictObject({ kind: z.literal('closed') }),
  /** Discord refuses the message permanently, so it is parked. */
  z.strictObject({ kind: z.literal('refused'), reason: reportText(500) }),
  /** The message must be sent again, at the earliest after this wait; messages to other people are not delayed. */
  z.strictObject({
    kind: z.literal('later'),
    waitMs: z.number().int().min(0).max(3_600_000),
    /** True when the stored channel is unusable, so that the bot must open a new one. */
    isChannelLost: z.literal(true).optional(),
  }),
]);
export type DirectMessageOutcome = z.infer<typeof directMessageOutcome>;
/** POST …/{id}/report: reports the outcome of an attempt. */
export const reportDirectRequest = z.strictObject({ fence: z.int32(), outcome: directMessageOutcome });

/** POST /api/bot/orders/{id}/received {discordId}: the buyer confirms that a completed order has arrived. */
export const receivedOrderAnswer = z.object({ id, receivedAt: z.iso.datetime() });

/** Calls of the bot about direct messages, and about the buttons that people press in them. */
export const directMessageCalls = {
  claimDirect: defineCall({
    method: 'POST',
    path: '/api/bot/direct-messages/claim',
    access: 'bot',
    summary: 'The next direct message to a person, or null.',
    body: claimDirectRequest,
    answer: claimDirectAnswer,
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
    body: botOrderTransitionRequest.omit({ version: true }),
    answer: receivedOrderAnswer,
    errors: ['NOT_FOUND', 'BLOCKED', 'CONFLICT', 'STALE_REFERENCE'],
  }),
} as const;
