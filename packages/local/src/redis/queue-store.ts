import { ensureGuestDatabase } from '../postgres/cluster.js';
import { isRedisAnswering } from './start-redis.js';

/** The store of the queues, chosen once for backend and bot. */
export interface QueueStore {
  readonly kind: 'given' | 'redis' | 'postgres';
  /** The server's description for people. */
  readonly label: string;
  /** Set when there is a Redis, also for the sockets between backends. */
  readonly redisUrl?: string;
  readonly queueUrl: string;
  /** A hint for the operator. */
  readonly warning?: string;
}

/** The inputs of the choice. */
export interface QueueStoreOptions {
  readonly redisUrl?: string;
  readonly queueUrl?: string;
  /** A `redis-server` or `valkey-server` on this machine, if any. */
  readonly program?: string;
  /** Starts the program and supervises it. */
  readonly startRedis: (program: string) => Promise<{ url: string }>;
  /** Starts the embedded PostgreSQL; called only when it must keep the queues. */
  readonly postgres: () => Promise<{ adminUrl: string; password: string }>;
}

/**
 * Starts the queue store: `REDIS_URL` (never replaced, even when down), else a Redis program of this machine, else a
 * database of the embedded PostgreSQL whose role owns only the queues' schema.
 */
export async function startQueueStore(options: QueueStoreOptions): Promise<QueueStore> {
  if (options.redisUrl !== undefined) {
    const up = await isRedisAnswering(options.redisUrl);
    return {
      kind: 'given',
      label: 'Redis (REDIS_URL)',
      redisUrl: options.redisUrl,
      queueUrl: options.queueUrl ?? options.redisUrl,
      warning: up ? undefined : 'REDIS_URL is set, but nothing answers there; queues wait until it does',
    };
  }
  if (options.queueUrl !== undefined) {
    return { kind: 'given', label: 'the server in QUEUE_URL', queueUrl: options.queueUrl };
  }
  if (options.program !== undefined) {
    const { url } = await options.startRedis(options.program);
    return { kind: 'redis', label: `Redis (${options.program})`, redisUrl: url, queueUrl: url };
  }
  const { adminUrl, password } = await options.postgres();
  const queueUrl = await ensureGuestDatabase(adminUrl, { name: 'queues', role: 'pax_queues', password });
  return { kind: 'postgres', label: 'PostgreSQL (no Redis on this machine)', queueUrl };
}
