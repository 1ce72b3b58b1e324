import type { Persona } from '../../identity.js';

/** A JSON object whose shape is Discord's affair. */
export type JsonObject = Record<string, unknown>;

export interface UserRow {
  id: string;
  username: string;
  globalName: string;
  bot: boolean;
  persona: Persona | null;
  /** Whether members of a shared server may write direct messages. */
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
  /** Bit set as a decimal text, as on the wire. */
  permissions: string;
  hoist: boolean;
  mentionable: boolean;
  managed: boolean;
}

/** What a role (0) or a member (1) is granted or denied in one channel. */
export interface OverwriteRow {
  id: string;
  type: 0 | 1;
  allow: string;
  deny: string;
}

export interface ChannelRow {
  id: string;
  /** 0 a text channel of the server, 1 a direct message, 11 a thread that everybody in its channel sees. */
  type: 0 | 1 | 11;
  name: string;
  topic: string | null;
  position: number;
  overwrites: OverwriteRow[];
  /** The person at the other end of the bot's direct message. */
  recipientId: string | null;
  /** Of a thread alone. */
  thread?: ThreadRow;
}

export interface ThreadRow {
  parentId: string;
  ownerId: string;
  /** Minutes without a message after which Discord archives it. */
  autoArchive: number;
  archived: boolean;
  locked: boolean;
  archivedAt: number;
}

/** The action a message answers. */
export interface MessageOrigin {
  interactionId: string;
  type: number;
  userId: string;
  commandName: string | null;
  /** For a follow-up: the first answer's message. */
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
  /** When it was pinned, ms; absent or null while it is not. */
  pinnedAt?: number | null;
  /** Set for an ephemeral answer: the only person who sees it. */
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
  /** 2 command, 3 component, 4 autocomplete, 5 modal. */
  type: number;
  userId: string;
  channelId: string;
  createdAt: number;
  state: InteractionState;
  /** Discord's number for the kind of the first answer. */
  answerType: number | null;
  commandName: string | null;
  /** The message a pressed button hangs on. */
  sourceId: string | null;
  /** The first answer, also while it only says that the application is thinking. */
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

/** Who was mentioned by one message: what tests count as pings. */
export interface MentionCounts {
  users: number;
  roles: number;
  everyone: boolean;
}

/** One REST call that was answered, as the log shows it. */
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
  /** True when a known nonce gave back an earlier message. */
  repeated?: boolean;
  embeds?: number;
  contentLength?: number;
  mentions?: MentionCounts;
  /** The fault that was applied to this call. */
  fault?: string;
}

/** Which privileged intents the application was granted. */
export interface PrivilegedIntents {
  guildMembers: boolean;
  messageContent: boolean;
  presences: boolean;
}

/** Everything the stand-in remembers between starts. Plain JSON. */
export interface DiscordState {
  format: 1;
  lastId: string;
  ownerId: string;
  privileged: PrivilegedIntents;
  users: UserRow[];
  members: MemberRow[];
  /** Ids of people who may not come back. */
  bans: string[];
  roles: RoleRow[];
  channels: ChannelRow[];
  /** By channel, oldest first. */
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
  /** Fields of linked roles; absent in states from before. */
  roleMetadata?: (JsonObject & { key: string })[];
  /** What the application says of people, by their ids. */
  roleConnections?: Record<string, JsonObject>;
}
