import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { RelayListeners } from './platform/outbox/relay-listeners.js';
import { noticeRooms } from './people/accounts/security-notices.js';
import { CatalogRooms } from './shop/catalog/catalog.rooms.js';
import { checkoutRooms } from './shop/checkout/checkout.rooms.js';
import { DirectMessageProjections } from './discord/direct-messages/direct-message-projections.js';
import { PostProjections } from './discord/posts/post-projections.js';
import { PostQueue } from './discord/posts/post-queue.js';
import { rewardRooms } from './people/loyalty/reward-code.js';
import { RightsRooms } from './people/rights/set-role-rights.js';
import { UserRooms } from './office/users/users.queries.js';
import { orderRooms } from './shop/orders/order.rooms.js';
import { ReceiptMails } from './shop/receipts/mail/receipt-mails.js';
import { TicketMails } from './support/tickets/mail/ticket-mails.js';
import { NoticeMails } from './support/notices/mail/notice-mails.js';
import { insertNotices } from './support/notices/notice-rows.js';
import { noticeWrite } from './support/notices/notice-writes.js';
import { bellRooms } from './support/notices/read-notices.js';
import { PushQueue } from './support/notices/push/push-queue.js';
import { ticketRooms } from './support/tickets/ticket.rooms.js';
import { SETTINGS, type Settings } from './settings.js';
import { StreamFanout } from './people/realtime/stream-fanout.js';

/** Registers all projections of events and all subscribers to events when the server starts. */
@Injectable()
export class EventListeners implements OnModuleInit {
  constructor(
    private readonly listeners: RelayListeners,
    private readonly users: UserRooms,
    private readonly rights: RightsRooms,
    private readonly catalog: CatalogRooms,
    private readonly discord: PostProjections,
    private readonly direct: DirectMessageProjections,
    private readonly fanout: StreamFanout,
    private readonly postQueue: PostQueue,
    private readonly receiptMails: ReceiptMails,
    private readonly ticketMails: TicketMails,
    private readonly noticeMails: NoticeMails,
    private readonly pushQueue: PushQueue,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const {
      catalog,
      direct,
      discord,
      fanout,
      noticeMails,
      postQueue,
      pushQueue,
      receiptMails,
      rights,
      ticketMails,
      users,
    } = this;
    this.listeners.addListeners({
      rooms: [
        users.users,
        users.balances,
        noticeRooms,
        bellRooms,
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
      writes: [
        receiptMails.onPaid,
        ...ticketMails.writes,
        noticeWrite(
          [insertNotices, direct.queue, noticeMails.queue, pushQueue.queue],
          this.settings.delivery,
        ),
      ],
      subscribers: [
        (step) => fanout.publishMessages(step),
        ({ channels }) => postQueue.notifyChannels(channels),
      ],
    });
  }
}
