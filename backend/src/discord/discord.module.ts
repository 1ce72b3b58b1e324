import { Module } from '@nestjs/common';
import { AccountsModule } from '../people/accounts/accounts.module.js';
import { AuthModule } from '../people/sign-in/auth.module.js';
import { CatalogModule } from '../shop/catalog/catalog.module.js';
import { CheckoutModule } from '../shop/checkout/checkout.module.js';
import { FulfilmentModule } from '../shop/fulfilment/fulfilment.module.js';
import { LoyaltyModule } from '../people/loyalty/loyalty.module.js';
import { OrdersModule } from '../shop/orders/orders.module.js';
import { ReferralsModule } from '../people/referrals/referrals.module.js';
import { TicketsModule } from '../support/tickets/tickets.module.js';
import { BotLease } from './bot/bot-lease.js';
import { BotLogins } from './bot/bot-logins.js';
import { BotPostsController } from './posts/bot-posts.controller.js';
import { BotShopController } from './bot/bot-shop.controller.js';
import { ClaimEdit, ReportEdit } from './posts/message-edits.js';
import { ClaimJoinReward, JoinRewardController } from './join-reward/join-reward.js';
import { ClaimPosts } from './posts/claim-posts.js';
import { ClaimDirectMessage } from './direct-messages/claim-direct-message.js';
import { DirectMessagesController } from './direct-messages/direct-messages.controller.js';
import { DirectMessageProjections } from './direct-messages/direct-message-projections.js';
import { ReportDirectMessage } from './direct-messages/report-direct-message.js';
import { LastingController, LastingMessages } from './lasting/lasting-messages.js';
import { DiscordController } from './discord.controller.js';
import { DiscordStatus } from './bot/discord-status.js';
import { PostQueue, PostQueueReconciler } from './posts/post-queue.js';
import { InviteToServer, InviteToServerController, CreateInvite } from './join-server/invite-to-server.js';
import { TransitionOrderFromDiscord } from './staff/transition-order-from-discord.js';
import { StaffActsController } from './staff/staff-acts.controller.js';
import { StaffLookUpsController } from './staff/staff-look-ups.controller.js';
import { StaffTicketsController } from './staff/staff-tickets.controller.js';
import { ShopStatus } from './staff/shop-status.js';
import { PrivateAdminCode } from './staff/private-admin-code.js';
import { StaffRightCheck } from './staff/staff-right-check.js';
import { OrdersFromDiscord } from './staff/orders-from-discord.js';
import { CustomersFromDiscord } from './people/customers-from-discord.js';
import { BotPreferences } from './people/bot-preferences.js';
import { TicketMessageFromDiscord } from './people/ticket-message-from-discord.js';
import { TicketFromDiscord } from './people/ticket-from-discord.js';
import { DeletePayLinks, MakePayLink, OpenPayLink, PayLinksController } from './pay-links/pay-links.js';
import { PeopleController } from './people/people.controller.js';
import { PostProjections } from './posts/post-projections.js';
import { PostsQueries } from './posts/posts.queries.js';
import { RegisterBatch, RejectBatch, ReportBatch } from './posts/report-post-batch.js';
import { ResendPost } from './posts/resend-post.js';
import { SendTestPost } from './posts/send-test-post.js';
import { ServerInfoSource } from './bot/server-info.js';
import { Newcomers, NewcomersController } from './newcomers/newcomers.js';
import { ThreadMessages } from './threads/thread-messages.js';
import { OpenThreads, RecordThreadLine, TicketThreads } from './threads/ticket-threads.js';
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
  TransitionOrderFromDiscord,
  OrdersFromDiscord,
  PostsQueries,
  ResendPost,
  SendTestPost,
  ServerInfoSource,
  PrivateAdminCode,
  StaffRightCheck,
  ShopStatus,
];
const customerUseCases = [
  CustomersFromDiscord,
  BotPreferences,
  TicketFromDiscord,
  TicketMessageFromDiscord,
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
    TicketsModule,
  ],
  controllers: [
    BotPostsController,
    BotShopController,
    DirectMessagesController,
    DiscordController,
    JoinRewardController,
    InviteToServerController,
    LastingController,
    PayLinksController,
    PeopleController,
    StaffActsController,
    StaffTicketsController,
    StaffLookUpsController,
    ThreadsController,
    NewcomersController,
  ],
  providers: [
    BotLease,
    BotLogins,
    DiscordStatus,
    PostQueue,
    PostQueueReconciler,
    PostProjections,
    DirectMessageProjections,
    LastingMessages,
    TicketThreads,
    OpenThreads,
    RecordThreadLine,
    ThreadMessages,
    Newcomers,
    StockPosts,
    ...botUseCases,
    ...staffUseCases,
    ...customerUseCases,
  ],
  exports: [BotLease, DirectMessageProjections, PostProjections, PostQueue, StaffRightCheck],
})
export class DiscordModule {}
