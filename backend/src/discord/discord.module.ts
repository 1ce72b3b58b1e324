import { Module } from '@nestjs/common';
import { AccountsModule } from '../people/accounts/accounts.module.js';
import { AuthModule } from '../people/sign-in/auth.module.js';
import { CatalogModule } from '../shop/catalog/catalog.module.js';
import { CheckoutModule } from '../shop/checkout/checkout.module.js';
import { FulfilmentModule } from '../shop/fulfilment/fulfilment.module.js';
import { LoyaltyModule } from '../people/loyalty/loyalty.module.js';
import { OrdersModule } from '../shop/orders/orders.module.js';
import { ReferralsModule } from '../people/referrals/referrals.module.js';
import { SupportModule } from '../support/tickets/support.module.js';
import { BotLease } from './bot/bot-lease.js';
import { BotLogins } from './bot/bot-logins.js';
import { BotPostsController } from './posts/bot-posts.controller.js';
import { BotShopController } from './bot/bot-shop.controller.js';
import { ClaimEdit, ReportEdit } from './posts/message-edits.js';
import { ClaimJoinReward, JoinRewardController } from './join-reward/join-reward.js';
import { ClaimPosts } from './posts/claim-posts.js';
import { ClaimDirectMessage } from './direct-messages/claim-direct-message.js';
import { DirectMessagesController } from './direct-messages/direct-messages.controller.js';
import { DirectMessages } from './direct-messages/direct-messages.js';
import { ReportDirectMessage } from './direct-messages/report-direct-message.js';
import { LastingController, LastingMessages } from './lasting/lasting-messages.js';
import { DiscordController } from './discord.controller.js';
import { DiscordStatus } from './bot/discord-status.js';
import { PostQueue, PostQueueReconciler } from './posts/post-queue.js';
import { InviteToServer, JoinServerController, CreateInvite } from './join-server/join-server.js';
import { TransitionFromDiscord } from './staff/transition-from-discord.js';
import { StaffActsController } from './staff/staff-acts.controller.js';
import { StaffController } from './staff/staff.controller.js';
import { StaffStatus } from './staff/staff-status.js';
import { PrivateAdminCode } from './staff/private-admin-code.js';
import { StaffFromDiscord } from './staff/staff-from-discord.js';
import { OrdersFromDiscord } from './staff/orders-from-discord.js';
import { CustomersFromDiscord } from './people/customers-from-discord.js';
import { DiscordPeople } from './people/discord-people.js';
import { TicketFromDiscord } from './people/ticket-from-discord.js';
import { DeletePayLinks, MakePayLink, OpenPayLink, PayLinksController } from './pay-links/pay-links.js';
import { PeopleController } from './people/people.controller.js';
import { DiscordPosts } from './posts/discord-posts.js';
import { PostsQueries } from './posts/posts.queries.js';
import { RegisterBatch, RejectBatch, ReportBatch } from './posts/post-batches.js';
import { ResendPost } from './posts/resend-post.js';
import { SendTestPost } from './posts/send-test-post.js';
import { ServerInfoSource } from './bot/server-info.js';
import { Newcomers, NewcomersController } from './newcomers/newcomers.js';
import { OpenThreads, RecordThreadLine, ThreadTasks } from './threads/thread-tasks.js';
import { ThreadsController } from './threads/threads.controller.js';
import { StockPosts } from './posts/stock-posts.js';

const botUseCases = [
  ClaimDirectMessage,
  ReportDirectMessage,
  ClaimEdit,
  ClaimPosts,
  RegisterBatch,
  RejectBatch,
  ReportBatch,
  ReportEdit,
];
const staffUseCases = [
  ClaimJoinReward,
  InviteToServer,
  CreateInvite,
  TransitionFromDiscord,
  OrdersFromDiscord,
  PostsQueries,
  ResendPost,
  SendTestPost,
  ServerInfoSource,
  PrivateAdminCode,
  StaffFromDiscord,
  StaffStatus,
];
const customerUseCases = [
  CustomersFromDiscord,
  DiscordPeople,
  TicketFromDiscord,
  DeletePayLinks,
  MakePayLink,
  OpenPayLink,
];

/** Posts to Discord, calls of the bot, and actions of people in Discord. */
@Module({
  imports: [
    AccountsModule,
    AuthModule,
    CatalogModule,
    CheckoutModule,
    FulfilmentModule,
    LoyaltyModule,
    OrdersModule,
    ReferralsModule,
    SupportModule,
  ],
  controllers: [
    BotPostsController,
    BotShopController,
    DirectMessagesController,
    DiscordController,
    JoinRewardController,
    JoinServerController,
    LastingController,
    PayLinksController,
    PeopleController,
    StaffActsController,
    StaffController,
    ThreadsController,
    NewcomersController,
  ],
  providers: [
    BotLease,
    BotLogins,
    DiscordStatus,
    PostQueue,
    PostQueueReconciler,
    DiscordPosts,
    DirectMessages,
    LastingMessages,
    ThreadTasks,
    OpenThreads,
    RecordThreadLine,
    Newcomers,
    StockPosts,
    ...botUseCases,
    ...staffUseCases,
    ...customerUseCases,
  ],
  exports: [BotLease, DirectMessages, DiscordPosts, PostQueue, StaffFromDiscord],
})
export class DiscordModule {}
