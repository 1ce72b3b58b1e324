import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  botLoginRequest,
  claimRequest,
  editReportRequest,
  leaseRequest,
  registerBatchRequest,
  rejectBatchRequest,
  reportBatchRequest,
  type Batch,
  type EditTask,
  type LeaseAnswer,
} from '@pax/contracts';
import type { z } from 'zod';
import { Allow } from '../../common/access.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { CallLimits } from '../../infra/limits/call-limits.js';
import { DiscordFaults } from '../../infra/discord/discord-faults.js';
import { BotLease } from './bot-lease.js';
import { BotLogins } from './bot-logins.js';
import { ClaimEdit } from './claim-edit.js';
import { ClaimPosts } from './claim-posts.js';
import { RegisterBatch } from './register-batch.js';
import { RejectBatch } from './reject-batch.js';
import { ReportBatch } from './report-batch.js';
import { ReportEdit } from './report-edit.js';

/** A frozen message of ten embeds as JSON text inside JSON, and what Discord said of one, bytes. */
const MESSAGE_BYTES = 128 * 1024;

/** How the bot gets at posts and says what became of them. */
@Controller('api/bot')
@Allow('bot')
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

  @Post('lease')
  @HttpCode(200)
  async takeLease(
    @ZodBody(leaseRequest) { instanceId, fence, report }: z.output<typeof leaseRequest>,
  ): Promise<LeaseAnswer> {
    const lease = await this.lease.take(instanceId, fence, report);
    if (report?.guild === 'unknown')
      await this.faults.note('BOT_GUILD_UNKNOWN', 'The gateway does not list that server');
    else if (report) await this.faults.clear('BOT_GUILD_UNKNOWN');
    return lease;
  }

  @Post('logins')
  @HttpCode(200)
  async login(
    @ZodBody(botLoginRequest) { fence }: z.output<typeof botLoginRequest>,
  ): Promise<{ waitMs: number }> {
    return { waitMs: await this.logins.spend(fence) };
  }

  @Post('posts/claim')
  @HttpCode(200)
  async claim(
    @ZodBody(claimRequest) { channel, fence }: z.output<typeof claimRequest>,
  ): Promise<{ batch: Batch | null }> {
    return { batch: await this.claimPosts.execute(channel, fence) };
  }

  @Post('posts/batches/:id/register')
  @HttpCode(204)
  @CallLimits({ bodyLimit: MESSAGE_BYTES })
  register(
    @Param('id') id: string,
    @ZodBody(registerBatchRequest) body: z.output<typeof registerBatchRequest>,
  ): Promise<void> {
    return this.registerBatch.execute(id, body);
  }

  @Post('posts/batches/:id/report')
  @HttpCode(204)
  report(
    @Param('id') id: string,
    @ZodBody(reportBatchRequest) body: z.output<typeof reportBatchRequest>,
  ): Promise<void> {
    return this.reportBatch.execute(id, body);
  }

  @Post('posts/batches/:id/reject')
  @HttpCode(204)
  @CallLimits({ bodyLimit: MESSAGE_BYTES })
  reject(
    @Param('id') id: string,
    @ZodBody(rejectBatchRequest) body: z.output<typeof rejectBatchRequest>,
  ): Promise<void> {
    return this.rejectBatch.execute(id, body);
  }

  @Post('posts/edits/claim')
  @HttpCode(200)
  async claimAnEdit(
    @ZodBody(claimRequest) { channel, fence }: z.output<typeof claimRequest>,
  ): Promise<{ edit: EditTask | null }> {
    return { edit: await this.claimEdit.execute(channel, fence) };
  }

  @Post('posts/edits/report')
  @HttpCode(204)
  reportAnEdit(@ZodBody(editReportRequest) body: z.output<typeof editReportRequest>): Promise<void> {
    return this.reportEdit.execute(body);
  }
}
