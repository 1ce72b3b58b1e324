import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { BotLease } from './bot-lease.js';
import { BotPostsController } from './bot-posts.controller.js';
import { ClaimEdit } from './claim-edit.js';
import { ClaimPosts } from './claim-posts.js';
import { PostProjections } from './post-projections.js';
import { RegisterBatch } from './register-batch.js';
import { RejectBatch } from './reject-batch.js';
import { ReportBatch } from './report-batch.js';
import { ReportEdit } from './report-edit.js';
import { StockPosts } from './stock-posts.js';

/** What Discord is told, and how the bot gets it there. */
@Module({
  imports: [CatalogModule],
  controllers: [BotPostsController],
  providers: [
    BotLease,
    ClaimEdit,
    ClaimPosts,
    PostProjections,
    RegisterBatch,
    RejectBatch,
    ReportBatch,
    ReportEdit,
    StockPosts,
  ],
  exports: [BotLease],
})
export class DiscordModule {}
