import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { DiscordWorld } from '../../fixed-ids.js';
import { DiscordError, discordErrors } from './errors.js';
import { hasPermission, channelPermissions, PERMISSION, type PermissionName } from './permissions.js';
import { SnowflakeGenerator } from './snowflake.js';
import type { ChannelRow, DiscordState, JsonObject, MemberRow, MessageRow, UserRow } from './state.js';

/** Gateway intents that the stand-in supports, as bits. */
export const INTENT = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_INVITES: 1 << 6,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  DIRECT_MESSAGES: 1 << 12,
  MESSAGE_CONTENT: 1 << 15,
} as const;

/** All intent bits that Discord defines; any other bit makes a log-in (IDENTIFY) invalid. */
export const KNOWN_INTENTS = 0b11_0011_1111_1111_1111_1111_1111;

/** Creates a random text of `length` characters that are safe in an address. */
export function newCode(length: number): string {
  return randomBytes(length).toString('base64url').replaceAll(/[-_]/g, '0').slice(0, length);
}

/** A file that a person uploaded in a modal. */
export interface UploadedFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Number of files that are kept in memory; older ones are dropped. */
const KEPT_FILES = 50;

/** Files of the stand-in's file host, by the last two parts of their addresses. */
export class Files {
  private readonly byPath = new Map<string, UploadedFile>();

  storeFile(id: string, file: UploadedFile): void {
    this.byPath.set(`${id}/${file.name}`, file);
    for (const oldest of this.byPath.keys()) {
      if (this.byPath.size <= KEPT_FILES) break;
      this.byPath.delete(oldest);
    }
  }

  findFile(id: string, name: string): UploadedFile | undefined {
    return this.byPath.get(`${id}/${name}`);
  }
}

/** An event on the server; intents and permissions decide which gateway connections receive it. */
export interface WorldEvent {
  readonly type: string;
  readonly data: JsonObject;
  /** Intent bits, at least one of which a connection needs; 0 for every connection. */
  readonly intents: number;
  /** Channel that a receiver must be able to view. */
  readonly channelId?: string;
  /** Message of the event; without the message content intent, receivers do not get its text. */
  readonly message?: MessageRow;
}

/** State of the stand-in, with its ids, clock, and listeners for changes. */
export class Hub {
  private readonly bus = new EventEmitter();
  private readonly ids: SnowflakeGenerator;
  readonly files = new Files();
  /** Number that rises with every change, so that the page notices changes. */
  revision = 0;

  constructor(
    readonly state: DiscordState,
    readonly world: DiscordWorld,
    /** Current time, ms since 1970. */
    readonly now: () => number,
    private readonly save: (state: DiscordState) => void,
  ) {
    this.ids = new SnowflakeGenerator(now, state.lastId);
    this.bus.setMaxListeners(0);
  }

  newId(): string {
    const id = this.ids.createNextId();
    this.state.lastId = id;
    return id;
  }

  /** Passes the state to the store. */
  saveState(): void {
    this.save(this.state);
  }

  /** Saves the state, and notifies listeners. */
  commitChange(): void {
    this.revision += 1;
    this.saveState();
    this.bus.emit('change');
  }

  publish(event: WorldEvent): void {
    this.bus.emit('event', event);
  }

  onEvent(listener: (event: WorldEvent) => void): () => void {
    this.bus.on('event', listener);
    return () => this.bus.off('event', listener);
  }

  onChange(listener: () => void): () => void {
    this.bus.on('change', listener);
    return () => this.bus.off('change', listener);
  }

  /** Waits until `ready` returns true, at most `ms` milliseconds. @returns the last result of `ready` */
  async waitUntil(ready: () => boolean, ms: number): Promise<boolean> {
    if (ready()) return true;
    return new Promise((resolve) => {
      const finishWaiting = (): void => {
        off();
        clearTimeout(timer);
        resolve(ready());
      };
      const off = this.onChange(() => {
        if (ready()) finishWaiting();
      });
      const timer = setTimeout(finishWaiting, ms);
    });
  }

  getUser(id: string): UserRow {
    const user = this.state.users.find((one) => one.id === id);
    if (!user) throw discordErrors.unknownUser();
    return user;
  }

  /** Returns a person by id or name. */
  getPerson(idOrName: string): UserRow {
    const user = this.state.users.find(
      (one) => !one.bot && (one.id === idOrName || one.username === idOrName),
    );
    if (!user) throw new DiscordError(404, 10013, `Unknown User "${idOrName}"`);
    return user;
  }

  findMember(userId: string): MemberRow | undefined {
    return this.state.members.find((one) => one.userId === userId);
  }

  getMember(userId: string): MemberRow {
    const member = this.findMember(userId);
    if (!member) throw discordErrors.unknownMember();
    return member;
  }

  /** Returns a channel by id or name. */
  findChannel(idOrName: string): ChannelRow | undefined {
    return this.state.channels.find(
      (one) => one.id === idOrName || (one.type !== 1 && one.name === idOrName),
    );
  }

  /** Returns a channel by id. @throws DiscordError 10003 */
  getChannel(id: string): ChannelRow {
    const channel = this.state.channels.find((one) => one.id === id);
    if (!channel) throw discordErrors.unknownChannel();
    return channel;
  }

  /** Returns the bot's direct message channel with a person, opened on first use. */
  openDirectChannel(userId: string): ChannelRow {
    const known = this.state.channels.find((one) => one.type === 1 && one.recipientId === userId);
    if (known) return known;
    const channel: ChannelRow = {
      id: this.newId(),
      type: 1,
      name: '',
      topic: null,
      position: 0,
      overwrites: [],
      recipientId: userId,
    };
    this.state.channels.push(channel);
    this.commitChange();
    return channel;
  }

  getMessages(channelId: string): MessageRow[] {
    return (this.state.messages[channelId] ??= []);
  }

  findMessage(channelId: string, messageId: string): MessageRow | undefined {
    return this.getMessages(channelId).find((one) => one.id === messageId);
  }

  /** Returns a user's permissions in a channel; in a direct message channel, both people may read and write. */
  permissionsIn(userId: string, channel: ChannelRow): bigint {
    if (channel.type === 1) {
      const party = userId === channel.recipientId || userId === this.world.botUserId;
      return party ? ~0n : 0n;
    }
    const member = this.findMember(userId);
    if (!member) return 0n;
    const { thread } = channel;
    const place = thread ? this.getChannel(thread.parentId) : channel;
    const bits = channelPermissions(this.state, this.world.guildId, member, place);
    return thread ? threadPermissions(bits) : bits;
  }

  hasPermission(userId: string, channel: ChannelRow, name: PermissionName): boolean {
    return hasPermission(this.permissionsIn(userId, channel), name);
  }
}

/** Returns a user's permissions in a thread: those in its channel, except that writing needs a separate permission. */
function threadPermissions(bits: bigint): bigint {
  const others = bits & ~PERMISSION.SEND_MESSAGES;
  return hasPermission(bits, 'SEND_MESSAGES_IN_THREADS') ? others | PERMISSION.SEND_MESSAGES : others;
}
