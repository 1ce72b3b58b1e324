import { Controller } from '@nestjs/common';
import { botCalls, type Batch, type CallBody, type EditTask, type LeaseAnswer } from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { DiscordFaults } from '../../platform/discord/discord-faults.js';
import { BotLease } from '../bot/bot-lease.js';
import { BotLogins } from '../bot/bot-logins.js';
import { ClaimEdit } from './claim-edit.js';
import { ClaimPosts } from './claim-posts.js';
import { RegisterBatch } from './register-batch.js';
import { RejectBatch } from './reject-batch.js';
import { ReportBatch } from './report-batch.js';
import { ReportEdit } from './report-edit.js';

/** Calls by which the bot claims posts and reports their results. */
@Controller()
export class BotPostsController {
  constructor(
    private readonly lease: BotLease,
    private readonly logins: BotLogins,
    private readonly faults: DiscordFaults,
    private readonly claimPosts: ClaimPosts,
    private readonly registerBatch: RegisterBatch,
    private readonly reportBatch: ReportBatch,
    private readonly rejectBatch: RejectBatch,
    private readonly claimEdit: ClaimEdit,
    private readonly reportEdit: ReportEdit,
  ) {}

  @Call(botCalls.takeLease)
  async takeLease(
    @ZodBody(botCalls.takeLease.body) body: CallBody<typeof botCalls.takeLease>,
  ): Promise<LeaseAnswer> {
    const lease = await this.lease.take(body);
    const { report } = body;
    if (report?.guild === 'unknown')
      await this.faults.record('BOT_GUILD_UNKNOWN', 'The gateway does not list that server');
    else if (report) await this.faults.clear('BOT_GUILD_UNKNOWN');
    return lease;
  }

  @Call(botCalls.countLogin)
  async login(
    @ZodBody(botCalls.countLogin.body) { fence }: CallBody<typeof botCalls.countLogin>,
  ): Promise<{ waitMs: number }> {
    return { waitMs: await this.logins.countLogin(fence) };
  }

  @Call(botCalls.claimPosts)
  async claim(
    @ZodBody(botCalls.claimPosts.body) { channel, fence }: CallBody<typeof botCalls.claimPosts>,
  ): Promise<{ batch: Batch | null }> {
    return { batch: await this.claimPosts.execute(channel, fence) };
  }

  @Call(botCalls.registerBatch)
  register(
    @PathParam(botCalls.registerBatch, 'id') id: string,
    @ZodBody(botCalls.registerBatch.body) body: CallBody<typeof botCalls.registerBatch>,
  ): Promise<void> {
    return this.registerBatch.execute(id, body);
  }

  @Call(botCalls.reportBatch)
  report(
    @PathParam(botCalls.reportBatch, 'id') id: string,
    @ZodBody(botCalls.reportBatch.body) body: CallBody<typeof botCalls.reportBatch>,
  ): Promise<void> {
    return this.reportBatch.execute(id, body);
  }

  @Call(botCalls.rejectBatch)
  reject(
    @PathParam(botCalls.rejectBatch, 'id') id: string,
    @ZodBody(botCalls.rejectBatch.body) body: CallBody<typeof botCalls.rejectBatch>,
  ): Promise<void> {
    return this.rejectBatch.execute(id, body);
  }

  @Call(botCalls.claimEdit)
  async claimAnEdit(
    @ZodBody(botCalls.claimEdit.body) { channel, fence }: CallBody<typeof botCalls.claimEdit>,
  ): Promise<{ edit: EditTask | null }> {
    return { edit: await this.claimEdit.execute(channel, fence) };
  }

  @Call(botCalls.reportEdit)
  reportAnEdit(@ZodBody(botCalls.reportEdit.body) body: CallBody<typeof botCalls.reportEdit>): Promise<void> {
    return this.reportEdit.execute(body);
  }
}
