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

/** Intents that Discord grants only where its portal was told, by the names of its libraries. */
export const PRIVILEGED_INTENTS = ['GuildMembers', 'MessageContent'] as const;
export type PrivilegedIntent = (typeof PRIVILEGED_INTENTS)[number];

/** State of the bot at Discord's gateway: connected, trying to connect, or waiting for its next log-in. */
export const GATEWAY_STATES = ['connected', 'away', 'logins_spent'] as const;
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** Report of the bot with each renewal of its lease; the status page shows it. */
export const botReport = z.strictObject({
  gateway: z.enum(GATEWAY_STATES).optional(),
  /** Why the gateway is away. */
  gatewayReason: reportText(300).optional(),
  /** Whether the bot is a member of the server in its settings. */
  guild: z.enum(['known', 'unknown']),
  commands: z.enum(['pending', 'registered', 'failed']),
  /** Why registering the commands failed last. */
  commandsReason: reportText(300).optional(),
  /** Privileged intents of its settings that Discord does not grant; it runs without them. */
  refusedIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Privileged intents of its settings that do nothing, since another setting is missing. */
  idleIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Gateway messages of this life that could not be read. */
  unreadable: z.int32().min(0),
  /** What it sees on its server; left out while it does not know that server. */
  doctor: doctorReport.optional(),
});
export type BotReport = z.infer<typeof botReport>;

/** A session at Discord's gateway that another process of the same bot can resume. */
export const gatewaySession = z.strictObject({
  sessionId: boundedString(200).min(1),
  resumeUrl: boundedString(300).regex(/^wss?:\/\/[^\s]+$/),
  sequence: z.int32().min(0),
  /** The application and the intents it was begun with: another one or other intents begin a new session. */
  clientId: discordId,
  intents: z.int32().min(0),
});
export type StoredGatewaySession = z.infer<typeof gatewaySession>;

/**
 * POST /api/bot/lease: one gateway at a time; renewed every 5 s, lost after 15 s. `fence` is the one that this process
 * was last given; without it a restarted bot takes over from its own earlier life.
 */
export const leaseRequest = z.strictObject({
  instanceId: boundedString(64).min(8),
  /** The process: a lease that it took without reading the answer is handed out to it again. */
  takeId: boundedString(64).min(8).optional(),
  fence: z.int32().optional(),
  report: botReport.optional(),
  /** The present session, kept for the next process; null when it ended. */
  session: gatewaySession.nullable().optional(),
});
/**
 * `fence` rises when another process takes the lease; older claims are freed. Another holder, and a later life of the
 * same bot → 409 LEASE_TAKEN.
 */
export const leaseAnswer = z.object({
  fence: z.number().int(),
  expiresAt: z.iso.datetime(),
  /** The session that was kept last. */
  session: gatewaySession.nullable().optional(),
});

/** POST /api/bot/logins {fence}: asked before each log-in (IDENTIFY), also those that the library makes by itself. */
export const botLoginRequest = z.strictObject({ fence: z.int32() });
/** 0: the log-in was counted and may be made now. Else nothing was counted, and it has to wait so long. */
export const botLoginAnswer = z.object({ waitMs: z.number().int().min(0) });

/** What Discord may know of a ticket: no address, no account, and no answer, which may hold a code. */
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
  // Left out in posts from before.
  .extend(adminTicket.pick({ createdAt: true }).partial().shape);
export type PostedTicket = z.infer<typeof postedTicket>;

/** The product's picture where Discord can show it: by https, and no drawing. */
const postedImage = z.string().optional();

/** What one post says. `order`, `stock`, `coins`, `ticket` and `alert` are snapshots of the event's moment. */
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
  /** Where it was registered for, whatever the bot's settings say now; null before that. */
  channelId: discordId.nullish(),
  /** When the first attempt to send it began, by the database's clock. */
  firstAttemptAt: z.iso.datetime().nullable(),
  /** How long ago that was, ms; more than two minutes → search the history first. */
  firstAttemptAgeMs: z.number().int().min(0).nullish(),
  leaseUntil: z.iso.datetime(),
  /** Time left of the claim, ms: a duration, since the clocks of database, backend and bot may differ. */
  remainingMs: z.number().int().min(0).optional(),
});
export type Batch = z.infer<typeof batch>;
export const claimAnswer = z.object({ batch: batch.nullable() });

/**
 * POST /api/bot/posts/batches/{id}/register: freezes the message and which posts it holds; the rest is freed. Repeated
 * with another channel, the message goes there.
 */
export const registerBatchRequest = z.strictObject({
  fence: z.int32(),
  payload: boundedString(60_000),
  postIds: z.array(z.int32()).min(1).max(10),
  /** The channel it is sent to. */
  channelId: discordId.optional(),
});
/** POST /api/bot/posts/batches/{id}/report: sent. */
export const reportBatchRequest = z.strictObject({ fence: z.int32(), messageId: discordId });
/** POST /api/bot/posts/batches/{id}/reject: a definite 400 – dissolves a batch of several, parks a single post. */
export const rejectBatchRequest = z.strictObject({ fence: z.int32(), reason: reportText(500) });

/** POST /api/bot/posts/edits/claim {channel, fence} → a sent message whose orders changed, with their newest state. */
export const editTask = z.object({
  batchId: z.string(),
  channel,
  messageId: z.string(),
  /** Where the message stands; null where that was not kept. */
  channelId: discordId.nullish(),
  /** Names the state that was read; a newer change makes a new task. */
  editVersion: z.int32(),
  posts: z.array(post),
});
export type EditTask = z.infer<typeof editTask>;
export const editClaimAnswer = z.object({ edit: editTask.nullable() });
/** POST /api/bot/posts/edits/report; `gone` when the message no longer exists, `laterMs` when it is to be tried again. */
export const editReportRequest = z.strictObject({
  fence: z.int32(),
  batchId: boundedString(64),
  editVersion: z.int32(),
  gone: z.boolean().optional(),
  /** Not before so many ms, and longer after each failure; other messages of the channel go on. */
  laterMs: z.number().int().min(0).max(3_600_000).optional(),
});

/** The latest time that a Date holds, ms since 1970. */
const LAST_INSTANT_MS = 8_640_000_000_000_000;
/**
 * Time at which the order or ticket of a message was made, ms since 1970: after a restore its number may be another's,
 * and acting on that one answers 409 STALE_REFERENCE. Commands, where a person types the number, have none.
 */
export const madeAt = z.int().min(0).max(LAST_INSTANT_MS).optional();
/** POST /api/bot/orders/{id}/{move} {discordId}: a staff button; the same use case as the panel's. */
export const botOrderTransitionRequest = z.strictObject({ discordId, madeAt });

/** Own orders on a page of `/orders`, and the most that are answered at once: what Discord takes of proposals. */
export const BOT_ORDERS_PAGE = 10;
export const BOT_ORDERS_MOST = 25;
const ordinal = boundedString(6)
  .regex(/^[1-9]\d*$/)
  .transform(Number);
/** GET /api/bot/orders?discordId=…: one page of the own orders; the whole number is in X-Total-Count. */
export const botOrdersQuery = z.strictObject({
  discordId,
  /** Of which the line `#41 · Elytra × 2` holds this text … */
  q: optionalLine(100).optional(),
  /** … or that are in one of these states, by commas. */
  state: boundedString(80)
    .transform((states) => states.split(','))
    .pipe(z.array(orderStatus))
    .optional(),
  /** Of this purchase. */
  checkout: ref.optional(),
  /** From 1; beyond the end it is the last one. */
  page: ordinal.default(1),
  limit: ordinal.pipe(z.number().max(BOT_ORDERS_MOST)).default(BOT_ORDERS_PAGE),
});
export type BotOrdersQuery = z.infer<typeof botOrdersQuery>;
/** Its answer, newest first; GET /api/bot/orders/{id}?discordId=… → one, own or any for staff. */
export const botOrdersAnswer = z.array(order);
/** What the bot shows of a product; the second half is left out by a backend from before `/product`. */
export const botProduct = product
  .pick({ id: true, name: true, price: true, stock: true, category: true })
  .extend(
    product
      .pick({ isCustom: true, description: true, bulkMinQuantity: true, bulkPrice: true, image: true })
      .partial().shape,
  )
  // What `/stock-set` proposes, and the version that it names.
  .extend(adminProduct.pick({ onHand: true, stockVersion: true }).partial().shape);
export type BotProduct = z.infer<typeof botProduct>;
/** GET /api/bot/stock?q=… → what is free. */
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

/** POST /api/bot/join-rewards → a JoinRewardAnswer: the join reward for the account that proved the Discord id. */
export const botJoinRewardRequest = z.strictObject({ discordId, inGameName: gameName.optional() });
/** POST /api/bot/alerts: the bot's own failures, for the error channel. */
export const botAlertRequest = z.strictObject({ title: reportText(200), detail: reportText(1000) });
/**
 * POST /api/bot/admin-codes: the token of somebody's `/admin-code`, whose private answer was put off. The shop asks Discord
 * whose it is and writes the code there; the bot never reads it.
 */
export const botAdminCodeRequest = z.strictObject({
  interactionToken: boundedString(512).regex(/^[\w.~=-]+$/),
  language: botLanguage,
});
export type BotAdminCodeRequest = z.infer<typeof botAdminCodeRequest>;
export type LeaseAnswer = z.infer<typeof leaseAnswer>;
