import { Module } from '@nestjs/common';
import { BotLease } from './bot-lease.js';
import { BotPostsController } from './bot-posts.controller.js';
import { ClaimEdit } from './claim-edit.js';
import { ClaimPosts } from './claim-posts.js';
import { RegisterBatch } from './register-batch.js';
import { RejectBatch } from './reject-batch.js';
import { ReportBatch } from './report-batch.js';
import { ReportEdit } from './report-edit.js';

/** What Discord is told, and how the bot gets it there. */
@Module({
  controllers: [BotPostsController],
  providers: [BotLease, ClaimEdit, ClaimPosts, RegisterBatch, RejectBatch, ReportBatch, ReportEdit],
  exports: [BotLease],
})
export class DiscordModule {}
