import {
  countMentions,
  createMessage,
  deleteMessage,
  editMessage,
  findMessageByNonce,
} from '../core/messages.js';
import type { MessageRow, ChannelRow } from '../core/state.js';
import {
  type RestCall,
  findBotChannel,
  answerNoContent,
  answerOk,
  type Answer,
  type Endpoint,
} from './answer-call.js';
import { z } from 'zod';
import { invalidFormBody, parseForm, discordErrors, requireSnowflake } from '../core/errors.js';
import { parseMessageEdit, parseNewMessage } from '../core/parse-message.js';
import type { BucketRule } from '../core/rate-limiter.js';
import { messageJson } from '../core/json-views.js';

/** Writes the data of a message that tests count into the log. */
export function logMessage(call: RestCall, row: MessageRow): void {
  Object.assign(call.note, {
    channelId: row.channelId,
    messageId: row.id,
    embeds: row.embeds.length,
    contentLength: row.content.length,
    mentions: countMentions(row),
  });
}

const snowflake = z.string().regex(/^\d{1,20}$/);
const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: snowflake.optional(),
  after: snowflake.optional(),
  around: snowflake.optional(),
});

/**
 * Selects the requested part of a channel's history, newest first. `before`, `after` and `around` exclude each other;
 * `after` gives the oldest messages after the id.
 */
export function selectMessages(rows: readonly MessageRow[], query: unknown): MessageRow[] {
  const { limit, before, after, around } = parseForm(querySchema, query);
  if ([before, after, around].filter((one) => one !== undefined).length > 1)
    throw invalidFormBody([
      {
        path: ['before'],
        code: 'BASE_TYPE_EXCLUSIVE',
        message: 'Only one of before, after or around is allowed.',
      },
    ]);
  if (after !== undefined)
    return rows
      .filter((row) => BigInt(row.id) > BigInt(after))
      .slice(0, limit)
      .toReversed();
  if (around !== undefined) return selectAround(rows, BigInt(around), limit);
  const until = before === undefined ? rows : rows.filter((row) => BigInt(row.id) < BigInt(before));
  return until.slice(-limit).toReversed();
}

function selectAround(rows: readonly MessageRow[], middle: bigint, limit: number): MessageRow[] {
  const older = rows.filter((row) => BigInt(row.id) < middle).slice(-Math.floor(limit / 2));
  const rest = rows.filter((row) => BigInt(row.id) >= middle).slice(0, limit - older.length);
  return [...older, ...rest].toReversed();
}

/** Gives an endpoint a separate rate limit for each channel. */
export const channelBucket = (
  name: string,
  limit: number,
  windowMs: number,
): { bucket: BucketRule; major: string[] } => ({
  bucket: { name, limit, windowMs },
  major: ['channel'],
});

/** Endpoints for the messages of a channel: read, write, edit, delete. */
export const messageEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/channels/:channel/messages',
    auth: 'bot',
    ...channelBucket('messages.list', 50, 5000),
    run: (call) => {
      const channel = findBotChannel(call);
      const { hub } = call.context;
      const visible = hub.getMessages(channel.id).filter((one) => one.visibleTo === null);
      const readable = hub.hasPermission(hub.world.botUserId, channel, 'READ_MESSAGE_HISTORY') ? visible : [];
      return answerOk(selectMessages(readable, call.query).map((row) => messageJson(hub, row)));
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel/messages/:message',
    auth: 'bot',
    ...channelBucket('messages.get', 50, 5000),
    run: (call) => {
      const channel = findBotChannel(call);
      const { hub } = call.context;
      if (!hub.hasPermission(hub.world.botUserId, channel, 'READ_MESSAGE_HISTORY'))
        throw discordErrors.missingAccess();
      return answerOk(messageJson(hub, findMessage(call, channel)));
    },
  },
  {
    method: 'POST',
    path: '/channels/:channel/messages',
    auth: 'bot',
    ...channelBucket('messages.create', 5, 5000),
    run: postMessage,
  },
  {
    method: 'PATCH',
    path: '/channels/:channel/messages/:message',
    auth: 'bot',
    ...channelBucket('messages.edit', 5, 5000),
    run: (call) => {
      const channel = findBotChannel(call);
      const row = findMessage(call, channel);
      if (row.authorId !== call.context.hub.world.botUserId) throw discordErrors.notYourMessage();
      if (channel.thread?.archived) throw discordErrors.threadArchived();
      assertUnlocked(call, channel);
      const form = parseMessageEdit(call.body, row.flags);
      if ((form.embeds?.length ?? 0) > 0) assertCanEmbed(call, channel);
      editMessage(call.context.hub, row, form);
      logMessage(call, row);
      return answerOk(messageJson(call.context.hub, row));
    },
  },
  {
    method: 'DELETE',
    path: '/channels/:channel/messages/:message',
    auth: 'bot',
    ...channelBucket('messages.delete', 5, 1000),
    run: (call) => {
      const channel = findBotChannel(call);
      const row = findMessage(call, channel);
      const { hub } = call.context;
      const own = row.authorId === hub.world.botUserId;
      if (!own && (channel.type === 1 || !hub.hasPermission(hub.world.botUserId, channel, 'MANAGE_MESSAGES')))
        throw discordErrors.missingPermissions();
      deleteMessage(hub, row);
      return answerNoContent;
    },
  },
  {
    method: 'POST',
    path: '/channels/:channel/typing',
    auth: 'bot',
    run: (call) => {
      findBotChannel(call, 'SEND_MESSAGES');
      return answerNoContent;
    },
  },
];

/**
 * Creates a message. With `enforce_nonce`, a nonce that the bot has used within the last minutes returns the earlier
 * message.
 */
function postMessage(call: RestCall): Answer {
  const { hub } = call.context;
  const channel = findBotChannel(call, 'SEND_MESSAGES');
  // A message wakes an archived thread, but not a locked one.
  assertUnlocked(call, channel);
  const form = parseNewMessage(call.body);
  if (form.nonce !== undefined) call.note.nonce = form.nonce;
  if ((form.embeds?.length ?? 0) > 0) assertCanEmbed(call, channel);
  if (channel.type === 1) assertReachable(call, channel);
  if (form.enforceNonce && form.nonce !== undefined) {
    const earlier = findMessageByNonce(hub, hub.world.botUserId, form.nonce);
    if (earlier) {
      call.note.repeated = true;
      logMessage(call, earlier);
      return answerOk(messageJson(hub, earlier));
    }
  }
  if (form.replyTo) assertReplyExists(call, channel, form.replyTo);
  const row = createMessage(hub, { channel, authorId: hub.world.botUserId, form });
  logMessage(call, row);
  return answerOk(messageJson(hub, row));
}

function assertUnlocked({ context: { hub } }: RestCall, channel: ChannelRow): void {
  if (channel.thread?.locked && !hub.hasPermission(hub.world.botUserId, channel, 'MANAGE_THREADS'))
    throw discordErrors.threadLocked();
}

function assertCanEmbed(call: RestCall, channel: ChannelRow): void {
  const { hub } = call.context;
  if (!hub.hasPermission(hub.world.botUserId, channel, 'EMBED_LINKS'))
    throw discordErrors.missingPermissions();
}

/** Refuses a direct message to people who are not on the server, or who do not allow such messages. */
function assertReachable(call: RestCall, channel: ChannelRow): void {
  const { hub } = call.context;
  const recipient = hub.getUser(channel.recipientId ?? '');
  if (!recipient.dmsOpen || !hub.findMember(recipient.id)) throw discordErrors.cannotMessageUser();
}

function assertReplyExists(
  call: RestCall,
  channel: ChannelRow,
  reply: { messageId: string; mustExist: boolean },
): void {
  if (!reply.mustExist || call.context.hub.findMessage(channel.id, reply.messageId)) return;
  throw invalidFormBody([
    { path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' },
  ]);
}

/** Finds a message that everyone in the channel sees. @throws 10008 */
export function findMessage(call: RestCall, channel: ChannelRow): MessageRow {
  const id = requireSnowflake('message_id', call.params['message']);
  const row = call.context.hub.findMessage(channel.id, id);
  if (!row || row.visibleTo !== null) throw discordErrors.unknownMessage();
  return row;
}
