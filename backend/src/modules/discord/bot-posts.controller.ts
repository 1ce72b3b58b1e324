import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
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
import { BotLease } from './bot-lease.js';
import { ClaimEdit } from './claim-edit.js';
import { ClaimPosts } from './claim-posts.js';
import { RegisterBatch } from './register-batch.js';
import { RejectBatch } from './reject-batch.js';
import { ReportBatch } from './report-batch.js';
import { ReportEdit } from './report-edit.js';

/** How the bot gets at posts and says what became of them. */
@Controller('api/bot')
@Allow('bot')
export class BotPostsController {
  constructor(
    private readonly lease: BotLease,
    private readonly claimPosts: ClaimPosts,
    private readonly registerBatch: RegisterBatch,
    private readonly reportBatch: ReportBatch,
    private readonly rejectBatch: RejectBatch,
    private readonly claimEdit: ClaimEdit,
    private readonly reportEdit: ReportEdit,
  ) {}

  @Post('lease')
  @HttpCode(200)
  takeLease(
    @ZodBody(leaseRequest) { instanceId, fence }: z.output<typeof leaseRequest>,
  ): Promise<LeaseAnswer> {
    return this.lease.take(instanceId, fence);
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
