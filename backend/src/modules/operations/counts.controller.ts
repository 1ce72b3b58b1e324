import { Controller } from '@nestjs/common';
import { operationCalls, type AdminCounts } from '@pax/contracts';
import { Call } from '../../infra/calls/call.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { OrdersQueries } from '../orders/orders.queries.js';
import { TicketsQueries } from '../support/tickets.queries.js';

/** Counts for the panel's sidebar. */
@Controller()
export class CountsController {
  constructor(
    private readonly orders: OrdersQueries,
    private readonly accounts: AccountsQueries,
    private readonly tickets: TicketsQueries,
  ) {}

  @Call(operationCalls.counts)
  async counts(): Promise<AdminCounts> {
    return {
      ...(await this.orders.counts()),
      users: await this.accounts.count(),
      tickets: await this.tickets.countOpen(),
    };
  }
}
