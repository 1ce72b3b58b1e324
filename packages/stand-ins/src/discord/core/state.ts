import type { Persona } from '../../fixed-ids.js';

/** A JSON object of any shape. */
export type JsonObject = Record<string, unknown>;

export interface UserRow {
  id: string;
  username: string;
  globalName: string;
  bot: boolean;
  persona: Persona | null;
  /** True when members of a common server may send the user direct messages. */
  dmsOpen: boolean;
}

export interface MemberRow {
  userId: string;
  nick: string | null;
  roles: string[];
  joinedAt: number;
}

export interface RoleRow {
  id: string;
  name: string;
  color: number;
  position: number;
  /** Set of bits as a decimal text, as Discord sends it. */
  permissions: string;
  hoist: boolean;
  mentionable: boolean;
  managed: boolean;
}

/** Permissions that a channel grants or denies to a role (0) or a member (1). */
export interface OverwriteRow {
  id: string;
  type: 0 | 1;
  allow: string;
  deny: string;
}

export interface ChannelRow {
  id: string;
  /** Kind of channel. 0: text channel of the server; 1: direct message channel; 11: public thread. */
  type: 0 | 1 | 11;
  name: string;
  topic: string | null;
  position: number;
  overwrites: OverwriteRow[];
  /** Person with whom the bot has the direct message channel. */
  recipientId: string | null;
  /** Data of a thread; undefined for other channels. */
  thread?: ThreadRow;
}

export interface ThreadRow {
  parentId: string;
  ownerId: string;
  /** Minutes without a message after which Discord archives the thread. */
  autoArchive: number;
  archived: boolean;
  locked: boolean;
  archivedAt: number;
}

/** Interaction that a message answers. */
export interface MessageOrigin {
  interactionId: string;
  type: number;
  userId: string;
  commandName: string | null;
  /** Message of the first answer, for a follow-up message. */
  originalId: string | null;
}

export interface MessageRow {
  id: string;
  channelId: string;
  authorId: string;
  type: number;
  content: string;
  embeds: JsonObject[];
  components: JsonObject[];
  flags: number;
  nonce: string | number | null;
  createdAt: number;
  editedAt: number | null;
  mentionEveryone: boolean;
  mentions: string[];
  mentionRoles: string[];
  replyTo: string | null;
  origin: MessageOrigin | null;
  /** Time of pinning, ms; absent or null for a message that is not pinned. */
  pinnedAt?: number | null;
  /** The only person who sees an ephemeral answer. */
  visibleTo: string | null;
}

export interface CommandRow extends JsonObject {
  id: string;
  type: number;
  name: string;
  version: string;
}

export type InteractionState = 'waiting' | 'deferred' | 'deferred-update' | 'answered' | 'failed';

export interface InteractionRow {
  id: string;
  token: string;
  /** Kind of interaction. 2: command; 3: component; 4: autocomplete; 5: modal. */
  type: number;
  userId: string;
  channelId: string;
  createdAt: number;
  state: InteractionState;
  /** Discord's number for the kind of the first answer. */
  answerType: number | null;
  commandName: string | null;
  /** Message that contains the component which was used. */
  sourceId: string | null;
  /** Message of the first answer, even while it shows "is thinking". */
  originalId: string | null;
  followupIds: string[];
  modal: JsonObject | null;
  choices: JsonObject[] | null;
}

export interface InviteRow {
  code: string;
  channelId: string;
  maxUses: number;
  maxAge: number;
  uses: number;
  temporary: boolean;
  createdAt: number;
}

export interface OAuthCodeRow {
  code: string;
  userId: string;
  redirectUri: string;
  scopes: string[];
  challenge: string | null;
  expiresAt: number;
}

export interface OAuthGrantRow {
  accessToken: string;
  refreshToken: string;
  userId: string;
  scopes: string[];
  expiresAt: number;
}

export interface NonceRow {
  key: string;
  channelId: string;
  messageId: string;
  at: number;
}

/** Numbers of mentions in one message, which tests count as pings. */
export interface MentionCounts {
  users: number;
  roles: number;
  everyone: boolean;
}

/** A REST call in the log, with its answer. */
export interface CallRow {
  seq: number;
  at: string;
  method: string;
  path: string;
  status: number;
  accepted: boolean;
  agent: string;
  channelId?: string;
  messageId?: string;
  nonce?: string | number;
  /** True when the call returned an earlier message with the same nonce. */
  repeated?: boolean;
  embeds?: number;
  contentLength?: number;
  mentions?: MentionCounts;
  /** Fault that was applied to the call. */
  fault?: string;
}

/** Privileged intents that the application has been granted. */
export interface PrivilegedIntents {
  guildMembers: boolean;
  messageContent: boolean;
  presences: boolean;
}

/** The state that the stand-in stores, as plain JSON. */
export interface DiscordState {
  format: 1;
  lastId: string;
  ownerId: string;
  privileged: PrivilegedIntents;
  users: UserRow[];
  members: MemberRow[];
  /** Ids of banned people. */
  bans: string[];
  roles: RoleRow[];
  channels: ChannelRow[];
  /** Messages by channel, oldest first. */
  messages: Record<string, MessageRow[]>;
  globalCommands: CommandRow[];
  guildCommands: CommandRow[];
  interactions: InteractionRow[];
  invites: InviteRow[];
  codes: OAuthCodeRow[];
  grants: OAuthGrantRow[];
  nonces: NonceRow[];
  calls: CallRow[];
  callSeq: number;
}
