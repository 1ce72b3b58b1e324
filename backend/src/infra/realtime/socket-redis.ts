import { Redis, type RedisOptions } from 'ioredis';

/** A publication that Redis did not take by then is given up, ms. */
const PUBLISH_MS = 1_000;
const MAX_RETRY_MS = 2_000;

/** The socket library looks at none of its commands' promises: without this one that fails would end the process. */
class ForgivingRedis extends Redis {
  constructor(url: string, options: RedisOptions) {
    super(url, { ...options, retryStrategy: (times) => Math.min(times * 200, MAX_RETRY_MS) });
    this.on('error', () => undefined);
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    command.promise.catch(() => undefined);
    return super.sendCommand(command, stream);
  }
}

/**
 * Publishes while Redis is there and forgets while it is not: nothing piles up in memory, and nothing old is sent
 * when it returns. What was not heard is healed by the next `head`.
 */
export function publisherOn(url: string): Redis {
  return new ForgivingRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PUBLISH_MS,
  });
}

/** Subscribes; waits for Redis for ever and subscribes again when it returns. */
export function subscriberOn(url: string): Redis {
  return new ForgivingRedis(url, { maxRetriesPerRequest: null });
}
