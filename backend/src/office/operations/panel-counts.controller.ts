import { Controller, Res } from '@nestjs/common';
import { holdsRight, operationCalls, type AdminCounts } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { Call } from '../../platform/calls/call.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';

/** Serves the counts that the admin panel's sidebar shows, such as open orders. */
@Controller()
export class PanelCountsController {
  constructor(
    private readonly streams: StreamStore,
    private readonly orders: OrdersQueries,
    private readonly accounts: AccountsQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  @Call(operationCalls.counts)
  async readCounts(
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminCounts> {
    await this.streams.setSeqHeader(reply, 'admin');
    const [orders, users, tickets] = await Promise.all([
      holdsRight(actor, 'orders') ? this.orders.countByStatus() : { orders: 0, openOrders: 0, archived: 0 },
      holdsRight(actor, 'users') ? this.accounts.countAccounts() : 0,
      holdsRight(actor, 'tickets') ? this.tickets.readCounts() : { tickets: 0, endedTickets: 0 },
    ]);
    return { ...orders, users, ...tickets };
  }
}
