import { z } from 'zod';
import { botLanguage } from '../entities/bot-language.js';
import { boundedString, discordId, id, ref, reportText } from '../entities/fields.js';
import { order } from '../entities/order.js';
import { ticket } from '../entities/ticket.js';

// Direct messages of the bot to people, below /api/bot/direct-messages; one at a time, each once.

/** Part of an order that its buyer is told; messages from before lack the time at which it was made. */
const toldOrder = order
  .pick({ id: true, productName: true, quantity: true, status: true, minecraftName: true })
  .extend(order.pick({ createdAt: true }).partial().shape);

/** What of a ticket its sender is told: never the answer, which may hold a code. */
const toldTicket = ticket.pick({ id: true, subject: true }).extend({
  state: z.enum(['answered', 'closed']),
  /** Whether the account page shows it; else the sender has a secret link, which is in no message of Discord. */
  isOnAccountPage: z.boolean(),
});

/** What a direct message says: snapshots of the moment at which the event was relayed. */
export const directContent = z.discriminatedUnion('kind', [
  /** Its purchase is paid; `checkout` opens the receipt. */
  z.object({ kind: z.literal('paid'), checkout: ref, orders: z.array(toldOrder).min(1) }),
  /** An order is in process, completed or cancelled. */
  z.object({ kind: z.literal('order'), order: toldOrder }),
  /** A ticket was answered or closed. */
  z.object({ kind: z.literal('ticket'), ticket: toldTicket }),
]);
export type DirectContent = z.infer<typeof directContent>;

/** POST …/claim {fence} → the next message, or null. */
export const directClaimRequest = z.strictObject({ fence: z.int32() });
export const directMessage = z.object({
  id: z.number().int(),
  /** ≤ 25 characters; sent with enforce_nonce. */
  nonce: z.string(),
  discordId,
  language: botLanguage,
  /** The channel with that person, where it was opened before. */
  channelId: discordId.nullable(),
  content: directContent,
  occurredAt: z.iso.datetime(),
  /** The frozen message, JSON text, when it was registered before; then it is sent unchanged. */
  payload: z.string().nullable(),
  /** When the first try began, by the database's clock, and how long ago that was, ms. */
  firstAttemptAt: z.iso.datetime().nullable(),
  firstAttemptAgeMs: z.number().int().min(0).nullable(),
});
export type DirectMessage = z.infer<typeof directMessage>;
export const directClaimAnswer = z.object({ message: directMessage.nullable() });

/** POST …/{id}/register: freezes the message and names its channel, before the first try. */
export const registerDirectRequest = z.strictObject({
  fence: z.int32(),
  payload: boundedString(20_000),
  channelId: discordId,
});

/** What became of a try. */
export const directOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sent'), messageId: discordId }),
  /** The person takes no messages from the bot; nothing is tried again. */
  z.strictObject({ kind: z.literal('closed') }),
  /** Discord refuses the message for good. */
  z.strictObject({ kind: z.literal('refused'), reason: reportText(500) }),
  /** To be tried again, not before so many ms; other people's messages go on. */
  z.strictObject({
    kind: z.literal('later'),
    waitMs: z.number().int().min(0).max(3_600_000),
    /** The channel that is known of the person can't be written to: the bot opens one anew. */
    isChannelLost: z.literal(true).optional(),
  }),
]);
export type DirectOutcome = z.infer<typeof directOutcome>;
/** POST …/{id}/report */
export const reportDirectRequest = z.strictObject({ fence: z.int32(), outcome: directOutcome });

/** POST /api/bot/orders/{id}/received {discordId}: the buyer confirms that a completed order arrived. */
export const receivedOrderAnswer = z.object({ id, receivedAt: z.iso.datetime() });
