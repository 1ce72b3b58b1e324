import { ensureGuestDatabase } from '../postgres/cluster.js';
import { isRedisAnswering } from './start-redis.js';

/** The store for job queues, chosen once for backend and bot. */
export interface QueueStore {
  readonly kind: 'given' | 'redis' | 'postgres';
  /** Description of the queue server, for people. */
  readonly label: string;
  /** Address of a Redis, if one is used; backends also use it for sockets. */
  readonly redisUrl?: string;
  readonly queueUrl: string;
  /** A hint for the operator. */
  readonly warning?: string;
}

/** What the choice of the queue store depends on. */
export interface QueueStoreOptions {
  readonly redisUrl?: string;
  readonly queueUrl?: string;
  /** Path of a `redis-server` or `valkey-server` on this machine, if there is one. */
  readonly program?: string;
  /** Starts the Redis program and supervises it. */
  readonly startRedis: (program: string) => Promise<{ url: string }>;
  /** Starts the embedded PostgreSQL; called only when the queues must be stored there. */
  readonly postgres: () => Promise<{ adminUrl: string; password: string }>;
}

/**
 * Starts the queue store: the Redis at `REDIS_URL` (never replaced, even when it is down), else a Redis program of the
 * machine, else a database of the embedded PostgreSQL with a role of its own.
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
