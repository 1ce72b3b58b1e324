import { z } from 'zod';
import { botLanguage } from '../entities/bot-language.js';
import { boundedString, discordId, gameName, optionalLine, ref, reportText } from '../entities/fields.js';
import { order, staffOrder } from '../entities/order.js';
import { adminProduct, product } from '../entities/product.js';
import { adminTicket } from '../entities/ticket.js';
import { alert } from '../events/alert.js';
import { eventType } from '../events/events.js';
import { channel } from '../events/channels.js';
import { orderStatus } from '../state/order-states.js';
import { doctorReport } from './discord-doctor.js';
import { loyaltyAnswer } from './loyalty.js';
import { referralStatsAnswer } from './referrals.js';

// Calls of the bot below /api/bot, with `Authorization: Bearer <BOT_API_TOKEN>`. Acts on behalf of a person
// carry that person's Discord id, which the bot took from the interaction.

/** Intents that Discord grants only after a switch in its portal, by their names in Discord's libraries. */
export const PRIVILEGED_INTENTS = ['GuildMembers', 'MessageContent'] as const;
export type PrivilegedIntent = (typeof PRIVILEGED_INTENTS)[number];

/** State of the bot at Discord's gateway: connected, trying to connect, or waiting for its next log-in. */
export const GATEWAY_STATES = ['connected', 'away', 'logins_spent'] as const;
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** Report of the bot with each renewal of its lease; the status page shows it. */
export const botReport = z.strictObject({
  gateway: z.enum(GATEWAY_STATES).optional(),
  /** Reason for the state `away`. */
  gatewayReason: reportText(300).optional(),
  /** `known` when the bot is a member of the server in its settings. */
  guild: z.enum(['known', 'unknown']),
  commands: z.enum(['pending', 'registered', 'failed']),
  /** Reason for the last failure to register the commands. */
  commandsReason: reportText(300).optional(),
  /** Privileged intents of the settings that Discord refuses; the bot runs without them. */
  refusedIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Privileged intents of the settings without effect, since another setting is missing. */
  idleIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Number of unreadable gateway messages since the start. */
  unreadable: z.int32().min(0),
  /** The bot's findings on its server; absent while it does not know that server. */
  doctor: doctorReport.optional(),
});
export type BotReport = z.infer<typeof botReport>;

/** A session at Discord's gateway that another process of the same bot can resume. */
export const gatewaySession = z.strictObject({
  sessionId: boundedString(200).min(1),
  resumeUrl: boundedString(300).regex(/^wss?:\/\/[^\s]+$/),
  sequence: z.int32().min(0),
  /** The session's application and intents; a bot with others begins a new session. */
  clientId: discordId,
  intents: z.int32().min(0),
});
export type StoredGatewaySession = z.infer<typeof gatewaySession>;

/**
 * POST /api/bot/lease: the lease to be the only bot; renewed every 5 s, lost after 15 s. `fence` is the last one of this
 * process; without it, a restarted bot takes over its own earlier lease.
 */
export const leaseRequest = z.strictObject({
  instanceId: boundedString(64).min(8),
  /** Id of the process, so that a lease whose answer was lost is handed out again. */
  takeId: boundedString(64).min(8).optional(),
  fence: z.int32().optional(),
  report: botReport.optional(),
  /** The present gateway session, kept for the next process; null when it ended. */
  session: gatewaySession.nullable().optional(),
});
/**
 * `fence` rises when another process takes the lease, which frees older claims. While another bot, or a later process of
 * the same bot, holds the lease → 409 LEASE_TAKEN.
 */
export const leaseAnswer = z.object({
  fence: z.number().int(),
  expiresAt: z.iso.datetime(),
  /** The gateway session stored last. */
  session: gatewaySession.nullable().optional(),
});

/** POST /api/bot/logins {fence}: before each log-in (IDENTIFY), including those that the library makes by itself. */
export const botLoginRequest = z.strictObject({ fence: z.int32() });
/** 0: the log-in is counted and allowed. Otherwise it is not counted and must wait this long. */
export const botLoginAnswer = z.object({ waitMs: z.number().int().min(0) });

/** A ticket for posts: without e-mail address and account, and without the answer, which may contain a code. */
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
  // Absent in older posts.
  .extend(adminTicket.pick({ createdAt: true }).partial().shape);
export type PostedTicket = z.infer<typeof postedTicket>;

/** The product's picture, if Discord can show it: https, and no SVG. */
const postedImage = z.string().optional();

/** The content of a post: a snapshot from the time of the event, or a test message. */
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
  z.object({ kind: z.literal('ticket'), ticket: postedTicket }),
  z.object({ kind: z.literal('alert'), alert, count: z.number().int() }),
  z.object({ kind: z.literal('test'), message: z.string() }),
]);
export const post = z.object({
  id: z.number().int(),
  eventId: z.string(),
  type: z.union([eventType, z.literal('test')]),
  occurredAt: z.iso.datetime(),
  content: postContent,
});
export type Post = z.infer<typeof post>;
export type PostContent = z.infer<typeof postContent>;

/** POST /api/bot/posts/claim {channel, fence} → a batch to send, or null when there is nothing. */
export const claimRequest = z.strictObject({ channel, fence: z.int32() });
export const batch = z.object({
  id: z.string(),
  channel,
  /** ≤ 25 characters; sent with enforce_nonce. */
  nonce: z.string(),
  posts: z.array(post),
  /** The frozen message, JSON text, when it was registered before; then it is sent unchanged. */
  payload: z.string().nullable(),
  /** The channel for which the batch was registered, even if the bot's settings have changed; null before. */
  channelId: discordId.nullish(),
  /** Start of the first attempt to send the batch, by the database's clock. */
  firstAttemptAt: z.iso.datetime().nullable(),
  /** Age of the first attempt, ms; beyond two minutes, the bot searches the history first. */
  firstAttemptAgeMs: z.number().int().min(0).nullish(),
  leaseUntil: z.iso.datetime(),
  /** Rest of the claim, ms; a duration, since the clocks of database, backend and bot may differ. */
  remainingMs: z.number().int().min(0).optional(),
});
export type Batch = z.infer<typeof batch>;
export const claimAnswer = z.object({ batch: batch.nullable() });

/**
 * POST /api/bot/posts/batches/{id}/register: freezes the message with its posts, and frees the batch's other posts. A
 * repeat with another channel moves the message there.
 */
export const registerBatchRequest = z.strictObject({
  fence: z.int32(),
  payload: boundedString(60_000),
  postIds: z.array(z.int32()).min(1).max(10),
  /** The channel that the message goes to. */
  channelId: discordId.optional(),
});
/** POST /api/bot/posts/batches/{id}/report: the message was sent. */
export const reportBatchRequest = z.strictObject({ fence: z.int32(), messageId: discordId });
/** POST /api/bot/posts/batches/{id}/reject: Discord refused for good; dissolves a batch of several, parks a single post. */
export const rejectBatchRequest = z.strictObject({ fence: z.int32(), reason: reportText(500) });

/** POST /api/bot/posts/edits/claim {channel, fence} → a sent message whose orders changed, with their newest state. */
export const editTask = z.object({
  batchId: z.string(),
  channel,
  messageId: z.string(),
  /** The message's channel; null if it was not stored. */
  channelId: discordId.nullish(),
  /** Version of the state in this task; a newer change makes a new task. */
  editVersion: z.int32(),
  posts: z.array(post),
});
export type EditTask = z.infer<typeof editTask>;
export const editClaimAnswer = z.object({ edit: editTask.nullable() });
/** POST /api/bot/posts/edits/report; `gone` when the message no longer exists, `laterMs` to try the edit again. */
export const editReportRequest = z.strictObject({
  fence: z.int32(),
  batchId: boundedString(64),
  editVersion: z.int32(),
  gone: z.boolean().optional(),
  /** Shortest wait before the next try, ms; rises with each failure, without delaying other messages. */
  laterMs: z.number().int().min(0).max(3_600_000).optional(),
});

/** Latest time of a Date, ms since 1970. */
const LAST_INSTANT_MS = 8_640_000_000_000_000;
/**
 * Creation time of a message's order or ticket, ms since 1970. After a restore of a backup, its number may belong to
 * another one; the call then answers 409 STALE_REFERENCE. Absent for typed numbers.
 */
export const madeAt = z.int().min(0).max(LAST_INSTANT_MS).optional();
/** POST /api/bot/orders/{id}/{move} {discordId}: a staff button; the same move as in the panel. */
export const botOrderTransitionRequest = z.strictObject({ discordId, madeAt });

/** Orders on a page of `/orders`, and in one answer, which is Discord's limit of proposals. */
export const BOT_ORDERS_PAGE = 10;
export const BOT_ORDERS_MOST = 25;
const ordinal = boundedString(6)
  .regex(/^[1-9]\d*$/)
  .transform(Number);
/** GET /api/bot/orders?discordId=…: one page of the person's orders; X-Total-Count has the number of all. */
export const botOrdersQuery = z.strictObject({
  discordId,
  /** Orders whose line `#41 · Elytra × 2` contains this text … */
  q: optionalLine(100).optional(),
  /** … or that are in one of these states, separated by commas. */
  state: boundedString(80)
    .transform((states) => states.split(','))
    .pipe(z.array(orderStatus))
    .optional(),
  /** Only the orders of this purchase. */
  checkout: ref.optional(),
  /** Page from 1; a number beyond the end gives the last page. */
  page: ordinal.default(1),
  limit: ordinal.pipe(z.number().max(BOT_ORDERS_MOST)).default(BOT_ORDERS_PAGE),
});
export type BotOrdersQuery = z.infer<typeof botOrdersQuery>;
/** The answer, newest first; GET /api/bot/orders/{id}?discordId=… → one of the person's orders, or any for staff. */
export const botOrdersAnswer = z.array(order);
/** A product for the bot; a backend from before `/product` leaves out the optional fields. */
export const botProduct = product
  .pick({ id: true, name: true, price: true, stock: true, category: true })
  .extend(
    product
      .pick({ isCustom: true, description: true, bulkMinQuantity: true, bulkPrice: true, image: true })
      .partial().shape,
  )
  // For the proposals of `/stock-set`, which name the version.
  .extend(adminProduct.pick({ onHand: true, stockVersion: true }).partial().shape);
export type BotProduct = z.infer<typeof botProduct>;
/** GET /api/bot/stock?q=… → the free stock. */
export const botStockAnswer = z.object({
  coinStock: z.number().int(),
  products: z.array(botProduct),
});
/** GET /api/bot/points?discordId=… → points and tier of the person's account; null without one. */
export const botPointsAnswer = z.object({
  loyalty: loyaltyAnswer
    .pick({ points: true, pendingPoints: true, pendingDeduction: true, membershipTier: true, nextTier: true })
    .nullable(),
});
export type BotPointsAnswer = z.infer<typeof botPointsAnswer>;

/** GET /api/bot/referral?discordId=… → code and earnings of the person's account; null without one. */
export const botReferralAnswer = z.object({
  referral: referralStatsAnswer.shape.stats.extend({ code: z.string().nullable() }).nullable(),
});
export type BotReferralAnswer = z.infer<typeof botReferralAnswer>;

/** POST /api/bot/join-rewards → a JoinRewardAnswer: claims the reward for the account linked to the Discord id. */
export const botJoinRewardRequest = z.strictObject({ discordId, inGameName: gameName.optional() });
/** POST /api/bot/alerts: a failure of the bot, for the error channel. */
export const botAlertRequest = z.strictObject({ title: reportText(200), detail: reportText(1000) });
/**
 * POST /api/bot/admin-codes: the interaction token of a deferred `/admin-code`. The shop asks Discord for its owner and
 * writes the code as the private answer; the bot never reads the code.
 */
export const botAdminCodeRequest = z.strictObject({
  interactionToken: boundedString(512).regex(/^[\w.~=-]+$/),
  language: botLanguage,
});
export type BotAdminCodeRequest = z.infer<typeof botAdminCodeRequest>;
export type LeaseAnswer = z.infer<typeof leaseAnswer>;
