import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RelayListeners } from './infra/outbox/relay-listeners.js';
import { noticeRooms } from './modules/accounts/security-notices.js';
import { CatalogRooms } from './modules/catalog/catalog.rooms.js';
import { checkoutRooms } from './modules/checkout/checkout.rooms.js';
import { DirectMessages } from './modules/discord/direct/direct-messages.js';
import { DiscordPosts } from './modules/discord/posts/discord-posts.js';
import { PostQueue } from './modules/discord/posts/post-queue.js';
import { rewardRooms } from './modules/loyalty/reward.rooms.js';
import { RightsRooms } from './modules/roles/rights.rooms.js';
import { UserRooms } from './modules/users/user.rooms.js';
import { orderRooms } from './modules/orders/order.rooms.js';
import { ReceiptMails } from './modules/receipts/mail/receipt-mails.js';
import { TicketMails } from './modules/support/mail/ticket-mails.js';
import { ticketRooms } from './modules/support/ticket.rooms.js';
import { StreamFanout } from './modules/realtime/stream-fanout.js';

/** The listeners to events: the one place on the server where a projection or a subscriber is registered. */
@Injectable()
export class EventListeners implements OnModuleInit {
  constructor(
    private readonly listeners: RelayListeners,
    private readonly users: UserRooms,
    private readonly rights: RightsRooms,
    private readonly catalog: CatalogRooms,
    private readonly discord: DiscordPosts,
    private readonly direct: DirectMessages,
    private readonly fanout: StreamFanout,
    private readonly postQueue: PostQueue,
    private readonly receiptMails: ReceiptMails,
    private readonly ticketMails: TicketMails,
  ) {}

  onModuleInit(): void {
    const { catalog, direct, discord, fanout, postQueue, receiptMails, rights, ticketMails, users } = this;
    this.listeners.add({
      rooms: [
        users.users,
        users.balances,
        noticeRooms,
        catalog.products,
        catalog.stock,
        catalog.coins,
        checkoutRooms,
        orderRooms,
        rewardRooms,
        ticketRooms,
        rights.rights,
      ],
      posts: discord.projections,
      writes: [receiptMails.onPaid, ...ticketMails.writes, ...direct.writes],
      subscribers: [(step) => fanout.publish(step), ({ channels }) => postQueue.notify(channels)],
    });
  }
}
