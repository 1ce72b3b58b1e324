import { Injectable, Logger } from '@nestjs/common';
import { postQueueName, type Channel, type PostQueueJob } from '@pax/contracts';
import { failpoint } from '../../common/failpoints.js';
import { QueueConnections } from './queue-connections.js';
import { withTimeout } from './with-timeout.js';

/** The longest a ring may keep its caller, ms. */
const NOTIFY_MS = 500;
/** After a failed ring nobody is kept waiting again for so long, ms. */
const REST_MS = 2_000;

/**
 * Tells the bot that a channel has something to post or edit. A ring carries nothing but "look", so a lost one is
 * only slower: the sweeper rings again for what waits in Postgres.
 */
@Injectable()
export class PostQueue {
  private readonly logger = new Logger(PostQueue.name);
  private restsUntil = 0;

  constructor(private readonly connections: QueueConnections) {}

  /** Rings the channels; never throws and takes half a second at most. */
  async notify(channels: readonly Channel[]): Promise<void> {
    if (channels.length === 0 || performance.now() < this.restsUntil) return;
    try {
      await withTimeout(NOTIFY_MS, Promise.all(channels.map((channel) => this.notifyOne(channel))));
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      this.logger.warn(`ring lost, the sweeper covers it: ${String(error)}`);
    }
  }

  /** One waiting ring is enough: whoever answers it looks after everything that was written before. */
  private async notifyOne(channel: Channel): Promise<void> {
    const queue = this.connections.queue(postQueueName(channel));
    if (!queue || (await queue.getWaitingCount()) > 0) return;
    const job: PostQueueJob = { v: 1, channel };
    // No id of our own: a ring must not be mistaken for an earlier one that is still kept.
    await queue.add('ring', job, { removeOnComplete: true, removeOnFail: true });
    failpoint('queue.notified');
  }
}
