import { type Hub, INTENT } from './hub.js';
import type { MessageRow, ChannelRow, JsonObject, MentionCounts, MessageOrigin } from './state.js';
import type { AllowedMentions, MessageForm } from './parse-message.js';
import { discordErrors, invalidFormBody } from './errors.js';
import { isObject } from './json-values.js';
import { COMPONENTS_V2, displayedText } from './component-schema.js';
import { memberPartJson, messageJson } from './json-views.js';

/** Time in which a message with a repeated nonce is not sent again, ms. */
export const NONCE_WINDOW_MS = 5 * 60_000;

const nonceKey = (authorId: string, nonce: string | number): string => `${authorId} ${nonce}`;

/** Finds the message that the author sent with the same nonce a short time ago, if it still exists. */
export function findMessageByNonce(
  hub: Hub,
  authorId: string,
  nonce: string | number,
): MessageRow | undefined {
  const oldest = hub.now() - NONCE_WINDOW_MS;
  const key = nonceKey(authorId, nonce);
  const hit = hub.state.nonces.findLast((one) => one.key === key && one.at > oldest);
  return hit && hub.findMessage(hit.channelId, hit.messageId);
}

/** Stores the nonce of a message, and drops nonces that are too old. */
export function rememberNonce(hub: Hub, message: MessageRow): void {
  if (message.nonce === null) return;
  const oldest = hub.now() - NONCE_WINDOW_MS;
  hub.state.nonces = hub.state.nonces.filter((one) => one.at > oldest);
  hub.state.nonces.push({
    key: nonceKey(message.authorId, message.nonce),
    channelId: message.channelId,
    messageId: message.id,
    at: hub.now(),
  });
}

/** People and roles that a text mentions. */
export interface Mentions {
  users: string[];
  roles: string[];
  everyone: boolean;
}

/**
 * Finds the mentions in a text as Discord does: all kinds unless `allowed_mentions` restricts them, none inside code,
 * and @everyone and unmentionable roles only with MENTION_EVERYONE.
 */
export function findMentions(
  hub: Hub,
  channel: ChannelRow,
  authorId: string,
  content: string,
  allowed: AllowedMentions | undefined,
  repliedUserId: string | null,
): Mentions {
  const text = stripMarkdownCode(content);
  const mayAll = hub.hasPermission(authorId, channel, 'MENTION_EVERYONE');
  const listMentionedIds = (pattern: RegExp): string[] => [
    ...new Set([...text.matchAll(pattern)].map((hit) => hit[1] ?? '')),
  ];
  const isMentionAllowed = (kind: 'users' | 'roles', id: string): boolean =>
    allowed === undefined || (allowed.parse ?? []).includes(kind) || (allowed[kind] ?? []).includes(id);
  const users = listMentionedIds(/<@!?(\d{1,20})>/g).filter(
    (id) => isMentionAllowed('users', id) && hub.state.users.some((one) => one.id === id),
  );
  if (
    repliedUserId !== null &&
    (allowed?.replied_user ?? allowed === undefined) &&
    !users.includes(repliedUserId)
  )
    users.push(repliedUserId);
  const roles = listMentionedIds(/<@&(\d{1,20})>/g).filter((id) => {
    const role = hub.state.roles.find((one) => one.id === id);
    return role !== undefined && (role.mentionable || mayAll) && isMentionAllowed('roles', id);
  });
  const everyone =
    channel.type !== 1 &&
    mayAll &&
    /@(everyone|here)\b/.test(text) &&
    (allowed === undefined || (allowed.parse ?? []).includes('everyone'));
  return { users, roles: channel.type !== 1 ? roles : [], everyone };
}

/** Removes code blocks and code spans, since mentions inside code do not count. */
function stripMarkdownCode(content: string): string {
  return content.replace(/```[\s\S]*?```/g, ' ').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, ' ');
}

/** Flags that a sender may set: no link previews, silent, components only. */
const SENDABLE_FLAGS = (1 << 2) | (1 << 12) | COMPONENTS_V2;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

export interface NewMessage {
  channel: ChannelRow;
  authorId: string;
  form: MessageForm;
  origin?: MessageOrigin;
  /** The only person who sees the message; undefined for everybody. */
  visibleTo?: string;
  /** True for an answer that still shows "is thinking". */
  loading?: boolean;
}

/** Creates a message and sends the gateway event. The form has been checked; the caller checks permissions. */
export function createMessage(hub: Hub, request: NewMessage): MessageRow {
  const { channel, authorId, form, origin } = request;
  const loading = request.loading === true;
  if (!loading && isEmpty(form.content, form.embeds, form.components)) throw discordErrors.emptyMessage();
  const replied = form.replyTo && hub.findMessage(channel.id, form.replyTo.messageId);
  const mentions = findMentions(
    hub,
    channel,
    authorId,
    form.content ?? displayedText(form.components),
    form.allowedMentions,
    replied?.authorId ?? null,
  );
  const visibleTo = request.visibleTo ?? null;
  const row: MessageRow = {
    id: hub.newId(),
    channelId: channel.id,
    authorId,
    type: messageType(origin, replied),
    content: form.content ?? '',
    embeds: form.embeds ?? [],
    components: numberComponents(form.components ?? []),
    flags:
      ((form.flags ?? 0) & SENDABLE_FLAGS) | (visibleTo === null ? 0 : EPHEMERAL) | (loading ? LOADING : 0),
    nonce: form.nonce ?? null,
    createdAt: hub.now(),
    editedAt: null,
    mentionEveryone: mentions.everyone,
    mentions: mentions.users,
    mentionRoles: mentions.roles,
    replyTo: replied?.id ?? null,
    origin: origin ?? null,
    visibleTo,
  };
  hub.getMessages(channel.id).push(row);
  // A new message opens an archived thread again.
  if (channel.thread) channel.thread.archived = false;
  rememberNonce(hub, row);
  publishMessageEvent(hub, 'MESSAGE_CREATE', row);
  hub.commitChange();
  return row;
}

/**
 * Changes the given parts of a message. Mentions are parsed again in the new text, by the `allowed_mentions` of the
 * edit if given. Filling an answer that shows "is thinking" does not mark the message as edited.
 */
export function editMessage(hub: Hub, row: MessageRow, form: MessageForm): void {
  const content = form.content ?? row.content;
  const embeds = form.embeds ?? row.embeds;
  const components = form.components ?? row.components;
  if (isEmpty(content, embeds, components)) throw discordErrors.emptyMessage();
  const isMadeOfComponents = ((row.flags | (form.flags ?? 0)) & COMPONENTS_V2) !== 0;
  if (isMadeOfComponents && (content !== '' || embeds.length > 0)) throw legacyFieldsError(content);
  const channel = hub.getChannel(row.channelId);
  const wasLoading = (row.flags & LOADING) !== 0;
  row.content = content;
  row.embeds = embeds;
  if (form.components) row.components = numberComponents(form.components);
  if (form.flags !== undefined)
    row.flags = (row.flags & ~(1 << 2)) | (form.flags & ((1 << 2) | COMPONENTS_V2));
  row.flags &= ~LOADING;
  if (!wasLoading) row.editedAt = hub.now();
  if (form.content !== undefined || form.allowedMentions !== undefined || isMadeOfComponents) {
    const text = isMadeOfComponents ? displayedText(components) : content;
    const found = findMentions(hub, channel, row.authorId, text, form.allowedMentions, null);
    row.mentionEveryone = found.everyone;
    row.mentions = found.users;
    row.mentionRoles = found.roles;
  }
  publishMessageEvent(hub, 'MESSAGE_UPDATE', row);
  hub.commitChange();
}

export function deleteMessage(hub: Hub, row: MessageRow): void {
  const list = hub.getMessages(row.channelId);
  const index = list.indexOf(row);
  if (index >= 0) list.splice(index, 1);
  if (row.visibleTo === null) {
    const channel = hub.getChannel(row.channelId);
    const guild = channel.type !== 1 ? { guild_id: hub.world.guildId } : {};
    hub.publish({
      type: 'MESSAGE_DELETE',
      data: { id: row.id, channel_id: row.channelId, ...guild },
      intents: channel.type !== 1 ? INTENT.GUILD_MESSAGES : INTENT.DIRECT_MESSAGES,
      channelId: row.channelId,
    });
  }
  hub.commitChange();
}

/** True when an answer still shows "is thinking". */
export function isLoading(row: MessageRow): boolean {
  return (row.flags & LOADING) !== 0;
}

/** Counts the mentions in a message, for the log. */
export function countMentions(row: MessageRow): MentionCounts {
  return { users: row.mentions.length, roles: row.mentionRoles.length, everyone: row.mentionEveryone };
}

/**
 * Sends the event of a message to gateway connections that see the channel and have the intent; never for ephemeral
 * answers.
 */
export function publishMessageEvent(hub: Hub, type: string, row: MessageRow): void {
  if (row.visibleTo !== null) return;
  const channel = hub.getChannel(row.channelId);
  const member = channel.type !== 1 ? hub.findMember(row.authorId) : undefined;
  hub.publish({
    type,
    data: {
      ...messageJson(hub, row),
      ...(channel.type !== 1 ? { guild_id: hub.world.guildId } : {}),
      ...(member ? { member: memberPartJson(member) } : {}),
      channel_type: channel.type,
    },
    intents: channel.type !== 1 ? INTENT.GUILD_MESSAGES : INTENT.DIRECT_MESSAGES,
    channelId: channel.id,
    message: row,
  });
}

/** Error of an edit that turns a message into one of components without emptying its other parts. */
const legacyFieldsError = (content: string): Error =>
  invalidFormBody([
    {
      path: [content === '' ? 'embeds' : 'content'],
      code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      message: 'The message has parts that cannot be used with MessageFlags.IS_COMPONENTS_V2',
    },
  ]);

function messageType(origin: MessageOrigin | undefined, replied: MessageRow | undefined): number {
  if (origin?.originalId === null && origin.commandName !== null) return 20;
  return replied ? 19 : 0;
}

function isEmpty(
  content: string | undefined,
  embeds?: readonly unknown[],
  rows?: readonly unknown[],
): boolean {
  return (content ?? '') === '' && (embeds ?? []).length === 0 && (rows ?? []).length === 0;
}

/** Numbers the components of a message, as Discord does. */
function numberComponents(rows: JsonObject[]): JsonObject[] {
  let id = 0;
  const numberComponent = (one: JsonObject): JsonObject => {
    id += 1;
    const own = id;
    const below = one['components'];
    return {
      ...one,
      id: own,
      ...(Array.isArray(below)
        ? { components: below.map((child: JsonObject) => numberComponent(child)) }
        : {}),
      ...(isObject(one['accessory']) ? { accessory: numberComponent(one['accessory']) } : {}),
    };
  };
  return rows.map((row) => numberComponent(row));
}
