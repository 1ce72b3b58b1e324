import { Injectable, Logger } from '@nestjs/common';
import { getPostQueueName, type Channel, type PostQueueJob, CHANNELS } from '@pax/contracts';
import { failpoint } from '../../platform/failpoints.js';
import { QueueConnections } from '../../platform/queue/queue-connections.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';

/** Time limit for adding jobs to the queue, ms. */
const NOTIFY_MS = 500;
/** Time after a failure in which no jobs are added, ms, so that no caller waits for an unreachable queue. */
const COOLDOWN_MS = 2_000;

/**
 * Notifies the bot that a channel has something to post or edit. A job carries no data, so a lost one only delays:
 * PostQueueReconciler adds jobs again for everything pending in Postgres.
 */
@Injectable()
export class PostQueue {
  private readonly logger = new Logger(PostQueue.name);
  private pausedUntil = 0;

  constructor(private readonly connections: QueueConnections) {}

  /** Adds a job for each channel. Never throws and takes NOTIFY_MS at most. */
  async notifyChannels(channels: readonly Channel[]): Promise<void> {
    if (channels.length === 0 || performance.now() < this.pausedUntil) return;
    try {
      await withTimeout(NOTIFY_MS, Promise.all(channels.map((channel) => this.notifyChannel(channel))));
    } catch (error) {
      this.pausedUntil = performance.now() + COOLDOWN_MS;
      this.logger.warn(`Post queue job not added: ${String(error)}. The reconciler adds it again.`);
    }
  }

  /** Adds a job unless the channel has a waiting one, which covers everything written before it. */
  private async notifyChannel(channel: Channel): Promise<void> {
    const queue = this.connections.findQueue(getPostQueueName(channel));
    if (!queue || (await queue.getWaitingCount()) > 0) return;
    const job: PostQueueJob = { v: 1, channel };
    // Sets no job id, because BullMQ would drop the job as a duplicate of one that is still stored.
    await queue.add('wake', job, { removeOnComplete: true, removeOnFail: true });
    failpoint('queue.notified');
  }
}

const channelRow = z.object({ channel: z.enum(CHANNELS) });

const RECONCILE_MS = 15_000;

/** Adds jobs for pending posts again, so that nothing is lost when Redis loses all its data. */
@Injectable()
export class PostQueueReconciler {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly postQueue: PostQueue,
  ) {}

  /** Adds a job for every channel with a pending post or edit. */
  @Periodic({ name: 'post-queue-reconciler', every: RECONCILE_MS, role: 'worker' })
  async addMissingJobs(): Promise<void> {
    await this.postQueue.notifyChannels(await this.findWaitingChannels());
  }

  private async findWaitingChannels(): Promise<Channel[]> {
    const rows = await sql(this.database).rows(
      channelRow,
      `SELECT channel FROM posts WHERE state = 'pending'
       UNION SELECT channel FROM post_batches WHERE state IN ('claimed', 'registered')
       UNION SELECT channel FROM post_batches WHERE state = 'sent' AND edit_wanted > edit_done AND NOT gone`,
    );
    return rows.map((row) => row.channel);
  }
}
