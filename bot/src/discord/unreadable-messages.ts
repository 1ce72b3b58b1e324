import {
  SimpleShardingStrategy,
  Status,
  type Client,
  type IShardingStrategy,
  type WebSocketShardDestroyOptions,
} from 'discord.js';
import type { EventEmitter } from 'node:events';
import { reasonOf, type Logger } from '../logger.js';

/** Called with each gateway message that discord.js could not read: the error and, for events, the packet. */
export type OnUnreadable = (error: unknown, packet?: unknown) => void;

/** Members of a shard's socket that are needed to close the connection. */
interface Socket extends Pick<EventEmitter, 'on' | 'once' | 'removeAllListeners'> {
  readonly readyState: number;
  close(code: number): void;
  terminate(): void;
}

/** Parts of a shard that discord.js declares private or leaves untyped. */
export interface Shard extends Pick<EventEmitter, 'once' | 'emit' | 'listenerCount'> {
  readonly connection: Socket | null;
  readonly heartbeatInterval: NodeJS.Timeout | null;
  readonly initialHeartbeatTimeoutController: AbortController | null;
  readonly timeoutAbortControllers: ReadonlyMap<string, AbortController>;
  onMessage: (...frame: unknown[]) => Promise<void>;
  destroy: (options?: WebSocketShardDestroyOptions) => Promise<void>;
  internalConnect(): Promise<void>;
  send(payload: Parameters<IShardingStrategy['send']>[1]): Promise<void>;
}

/** Finds the only shard of a sharding strategy, and makes it report unreadable frames instead of ending the process. */
export function findGuardedShard(
  strategy: SimpleShardingStrategy,
  onUnreadable: OnUnreadable,
): Shard | undefined {
  const shards: ReadonlyMap<number, Shard> = strategy['shards'];
  const shard = shards.get(0);
  if (!shard) return undefined;
  const read = shard.onMessage.bind(shard);
  shard.onMessage = async (...frame) => {
    await read(...frame).catch((error: unknown) => onUnreadable(error));
  };
  return shard;
}

/**
 * Wraps the discord.js method that handles all gateway events: an event that throws is reported, and the next one is
 * handled. Events that wait until the client is ready keep their order.
 */
export function guardEvents(client: Client, onUnreadable: OnUnreadable): void {
  const { ws } = client;
  const handle = ws['handlePacket'].bind(ws);
  const queue: unknown[] = ws['packetQueue'];
  const isReady = (): boolean => ws.status === Status.Ready;
  ws['handlePacket'] = (packet, shard) => {
    // discord.js moves the first waiting event to the end of its queue whenever it handles an event, which would change
    // the order.
    const waiting = isReady() ? [] : queue.splice(0);
    try {
      return handle(packet, shard);
    } catch (error) {
      onUnreadable(error, packet);
      return true;
    } finally {
      queue.unshift(...waiting);
      if (waiting.length > 0 && isReady()) handle();
    }
  };
}

/** Counts unreadable gateway messages; logs each reason once, so that many equal ones make one line. */
export class UnreadableMessages {
  private readonly reasons = new Set<string>();
  private total = 0;

  constructor(private readonly logger: Logger) {}

  /** Number of unreadable messages since the process started. */
  get count(): number {
    return this.total;
  }

  recordUnreadable(error: unknown, packet?: unknown): void {
    this.total += 1;
    const reason = `${String(Object(packet).t ?? 'frame')}: ${reasonOf(error)}`.slice(0, 300);
    if (this.reasons.has(reason) || this.reasons.size >= MAX_REASONS) return;
    this.reasons.add(reason);
    this.logger.warn('gateway message could not be read and is skipped', { reason, count: this.total });
  }
}

const MAX_REASONS = 100;
