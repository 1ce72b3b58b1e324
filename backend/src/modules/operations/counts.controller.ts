import { Controller, Get } from '@nestjs/common';
import type { AdminCounts } from '@pax/contracts';
import { Allow } from '../../common/access.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { OrdersQueries } from '../orders/orders.queries.js';

/** What the panel's rail shows beside its rooms. */
@Controller('api/admin/counts')
export class CountsController {
  constructor(
    private readonly orders: OrdersQueries,
    private readonly accounts: AccountsQueries,
  ) {}

  @Get()
  @Allow('staff')
  async counts(): Promise<AdminCounts> {
    return { ...(await this.orders.counts()), users: await this.accounts.count(), tickets: 0 };
  }
}
