import { Controller, Res } from '@nestjs/common';
import { operationCalls, type AdminCounts } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { StreamStore } from '../../infra/outbox/stream-store.js';
import { Call } from '../../infra/calls/call.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { OrdersQueries } from '../orders/orders.queries.js';
import { TicketsQueries } from '../support/tickets.queries.js';

/** Counts for the panel's sidebar. */
@Controller()
export class CountsController {
  constructor(
    private readonly streams: StreamStore,
    private readonly orders: OrdersQueries,
    private readonly accounts: AccountsQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  @Call(operationCalls.counts)
  async counts(@Res({ passthrough: true }) reply: FastifyReply): Promise<AdminCounts> {
    await this.streams.setSeqHeader(reply, 'admin');
    const [orders, users, tickets] = await Promise.all([
      this.orders.counts(),
      this.accounts.count(),
      this.tickets.counts(),
    ]);
    return { ...orders, users, ...tickets };
  }
}
