import { Controller } from '@nestjs/common';
import {
  leaseCalls,
  postCalls,
  type Batch,
  type CallBody,
  type EditTask,
  type LeaseAnswer,
} from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { DiscordFaults } from '../../platform/discord/discord-faults.js';
import { BotLease } from '../bot/bot-lease.js';
import { BotLogins } from '../bot/bot-logins.js';
import { ClaimEdit, ReportEdit } from './message-edits.js';
import { ClaimPosts } from './claim-posts.js';
import { RegisterBatch, RejectBatch, ReportBatch } from './report-post-batch.js';

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

  @Call(leaseCalls.takeLease)
  async takeLease(
    @ZodBody(leaseCalls.takeLease.body) body: CallBody<typeof leaseCalls.takeLease>,
  ): Promise<LeaseAnswer> {
    const lease = await this.lease.takeLease(body);
    const { report } = body;
    if (report?.guild === 'unknown')
      await this.faults.recordProblem('BOT_GUILD_UNKNOWN', 'The gateway does not list that server');
    else if (report) await this.faults.clearProblem('BOT_GUILD_UNKNOWN');
    return lease;
  }

  @Call(leaseCalls.countLogin)
  async countLogin(
    @ZodBody(leaseCalls.countLogin.body) { fence }: CallBody<typeof leaseCalls.countLogin>,
  ): Promise<{ waitMs: number }> {
    return { waitMs: await this.logins.countLogin(fence) };
  }

  @Call(postCalls.claimPosts)
  async claimNextBatch(
    @ZodBody(postCalls.claimPosts.body) { channel, fence }: CallBody<typeof postCalls.claimPosts>,
  ): Promise<{ batch: Batch | null }> {
    return { batch: await this.claimPosts.execute(channel, fence) };
  }

  @Call(postCalls.registerBatch)
  registerClaimedBatch(
    @PathParam(postCalls.registerBatch, 'id') id: string,
    @ZodBody(postCalls.registerBatch.body) body: CallBody<typeof postCalls.registerBatch>,
  ): Promise<void> {
    return this.registerBatch.execute(id, body);
  }

  @Call(postCalls.reportBatch)
  reportSentBatch(
    @PathParam(postCalls.reportBatch, 'id') id: string,
    @ZodBody(postCalls.reportBatch.body) body: CallBody<typeof postCalls.reportBatch>,
  ): Promise<void> {
    return this.reportBatch.execute(id, body);
  }

  @Call(postCalls.rejectBatch)
  rejectRefusedBatch(
    @PathParam(postCalls.rejectBatch, 'id') id: string,
    @ZodBody(postCalls.rejectBatch.body) body: CallBody<typeof postCalls.rejectBatch>,
  ): Promise<void> {
    return this.rejectBatch.execute(id, body);
  }

  @Call(postCalls.claimEdit)
  async claimNextEdit(
    @ZodBody(postCalls.claimEdit.body) { channel, fence }: CallBody<typeof postCalls.claimEdit>,
  ): Promise<{ edit: EditTask | null }> {
    return { edit: await this.claimEdit.execute(channel, fence) };
  }

  @Call(postCalls.reportEdit)
  reportEditResult(
    @ZodBody(postCalls.reportEdit.body) body: CallBody<typeof postCalls.reportEdit>,
  ): Promise<void> {
    return this.reportEdit.execute(body);
  }
}
