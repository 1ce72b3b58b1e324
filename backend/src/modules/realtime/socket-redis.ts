import { Redis, type RedisOptions } from 'ioredis';

/** Time limit of a publication, ms. */
const PUBLISH_MS = 1_000;
const MAX_RETRY_MS = 2_000;

/** Handles rejections of all commands, since the socket library does not and they would end the process. */
class BestEffortRedis extends Redis {
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
 * Publishes while Redis is available and drops messages while it is not, so that none pile up in memory or arrive late.
 * The next `head` makes clients resume.
 */
export function publisherOn(url: string): Redis {
  return new BestEffortRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PUBLISH_MS,
  });
}

/** Subscribes; reconnects without limit and subscribes again. */
export function subscriberOn(url: string): Redis {
  return new BestEffortRedis(url, { maxRetriesPerRequest: null });
}
