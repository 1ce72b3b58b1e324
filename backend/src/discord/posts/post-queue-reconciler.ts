import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CHANNELS, type Channel } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { PostQueue } from './post-queue.js';

const channelRow = z.object({ channel: z.enum(CHANNELS) });

const RECONCILE_MS = 15_000;

/** Adds post queue jobs for pending posts again, so that losing all of Redis loses nothing. */
@Injectable()
export class PostQueueReconciler {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly postQueue: PostQueue,
  ) {}

  /** Adds a job for every channel with a pending post or edit. */
  @Periodic({ name: 'post-queue-reconciler', every: RECONCILE_MS, role: 'worker' })
  async reconcile(): Promise<void> {
    await this.postQueue.notify(await this.waitingChannels());
  }

  private async waitingChannels(): Promise<Channel[]> {
    const rows = await sql(this.database).rows(
      channelRow,
      `SELECT channel FROM posts WHERE state = 'pending'
       UNION SELECT channel FROM post_batches WHERE state IN ('claimed', 'registered')
       UNION SELECT channel FROM post_batches WHERE state = 'sent' AND edit_wanted > edit_done AND NOT gone`,
    );
    return rows.map((row) => row.channel);
  }
}
