import {
  SimpleShardingStrategy,
  Status,
  type Client,
  type IShardingStrategy,
  type WebSocketShardDestroyOptions,
} from 'discord.js';
import type { EventEmitter } from 'node:events';
import { reasonOf, type Logger } from '../logger.js';

/** Called for each gateway message that the library could not read, with the error and, for events, the packet. */
export type OnUnreadable = (error: unknown, packet?: unknown) => void;

/** The members of a shard's socket that are needed to close it. */
interface Socket extends Pick<EventEmitter, 'on' | 'once' | 'removeAllListeners'> {
  readonly readyState: number;
  close(code: number): void;
  terminate(): void;
}

/** The parts of a shard that the library declares private or untyped. */
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

/** Finds the one shard of a strategy, and makes it report an error while reading a frame instead of failing. */
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
 * Guards the method with which the library parses all events, queued ones included: an event that throws is reported,
 * and the next is read. Events that wait until the client is ready stay in order.
 */
export function guardEvents(client: Client, onUnreadable: OnUnreadable): void {
  const { ws } = client;
  const handle = ws['handlePacket'].bind(ws);
  const queue: unknown[] = ws['packetQueue'];
  const isReady = (): boolean => ws.status === Status.Ready;
  ws['handlePacket'] = (packet, shard) => {
    // The library moves the first waiting event to the end of its queue whenever it handles an event.
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

  record(error: unknown, packet?: unknown): void {
    this.total += 1;
    const reason = `${String(Object(packet).t ?? 'frame')}: ${reasonOf(error)}`.slice(0, 300);
    if (this.reasons.has(reason) || this.reasons.size >= MAX_REASONS) return;
    this.reasons.add(reason);
    this.logger.warn('gateway message could not be read and is skipped', { reason, count: this.total });
  }
}

const MAX_REASONS = 100;
