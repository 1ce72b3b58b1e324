import { Inject, Injectable } from '@nestjs/common';
import type { Channel, ErrorCode, AdminPost } from '@pax/contracts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions } from '../../platform/database/transaction.js';
import { PostQueue } from './post-queue.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { BotLease } from '../bot/bot-lease.js';
import { PostsQueries } from './posts.queries.js';
import { writePosts } from './write-posts.js';

/** Time for which the caller waits for Discord's answer, ms. */
const WAIT_MS = 6_000;
const POLL_MS = 100;

/**
 * Sends a test message through the normal queue and returns when Discord has it, because the page then shows
 * "sent". A failure has its reason in `error`.
 */
@Injectable()
export class SendTestPost {
  constructor(
    private readonly transactions: Transactions,
    private readonly posts: PostsQueries,
    private readonly lease: BotLease,
    private readonly postQueue: PostQueue,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError CONFLICT for a channel that is not set up or a refused message, UNAVAILABLE without a bot */
  async execute(actor: Actor, channel: Channel, message: string): Promise<AdminPost> {
    if (this.settings.discord.channels[channel] === undefined)
      throw testPostError('CONFLICT', `The channel ${channel} is not set up.`);
    if (!(await this.lease.readLease()).isLive)
      throw testPostError('UNAVAILABLE', 'The bot is not connected.');
    const eventId = randomUUID();
    await this.transactions.run(async (tx) => {
      const content = { kind: 'test', message } as const;
      await writePosts(tx, [{ eventId, type: 'test', channel, content, occurredAt: this.clock.now() }]);
      await writeAuditRow(tx, {
        actor: actorName(actor),
        action: 'post.test',
        subject: `channel:${channel}`,
      });
    });
    await this.postQueue.notifyChannels([channel]);
    return this.waitForResult(eventId);
  }

  private async waitForResult(eventId: string): Promise<AdminPost> {
    for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
      const post = await this.posts.findByEvent(eventId);
      if (post?.state === 'sent') return post;
      if (post?.state === 'parked')
        throw testPostError('CONFLICT', `Discord refused the message: ${post.parkedReason ?? ''}`);
      await pause(POLL_MS);
    }
    throw testPostError('UNAVAILABLE', 'Discord has not taken the message yet. It stays in the queue.');
  }
}

function testPostError(code: ErrorCode, error: string): ShopError {
  return new ShopError(code, error, { error });
}
