import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { BotLease } from './bot-lease.js';
import { BotLogins } from './bot-logins.js';
import { BotPostsController } from './bot-posts.controller.js';
import { BotShopController } from './bot-shop.controller.js';
import { ClaimEdit } from './claim-edit.js';
import { ClaimJoinReward } from './claim-join-reward.js';
import { ClaimPosts } from './claim-posts.js';
import { DiscordController } from './discord.controller.js';
import { DiscordStatus } from './discord-status.js';
import { PostQueueReconciler } from './post-queue-reconciler.js';
import { JoinRewardController } from './join-reward.controller.js';
import { TransitionFromDiscord } from './transition-from-discord.js';
import { OrdersFromDiscord } from './orders-from-discord.js';
import { PostProjections } from './post-projections.js';
import { PostsQueries } from './posts.queries.js';
import { RegisterBatch } from './register-batch.js';
import { RejectBatch } from './reject-batch.js';
import { ReportBatch } from './report-batch.js';
import { ReportEdit } from './report-edit.js';
import { ResendPost } from './resend-post.js';
import { SendTestPost } from './send-test-post.js';
import { ServerInfoSource } from './server-info.js';
import { StockPosts } from './stock-posts.js';

const botUseCases = [ClaimEdit, ClaimPosts, RegisterBatch, RejectBatch, ReportBatch, ReportEdit];
const staffUseCases = [
  ClaimJoinReward,
  TransitionFromDiscord,
  OrdersFromDiscord,
  PostsQueries,
  ResendPost,
  SendTestPost,
  ServerInfoSource,
];

/** Posts to Discord, the bot's calls, and actions of people in Discord. */
@Module({
  imports: [AccountsModule, AuthModule, CatalogModule, OrdersModule],
  controllers: [BotPostsController, BotShopController, DiscordController, JoinRewardController],
  providers: [
    BotLease,
    BotLogins,
    DiscordStatus,
    PostQueueReconciler,
    PostProjections,
    StockPosts,
    ...botUseCases,
    ...staffUseCases,
  ],
  exports: [BotLease],
})
export class DiscordModule {}
