import { Module } from '@nestjs/common';
import { CatalogModule } from '../../shop/catalog/catalog.module.js';
import { OrdersModule } from '../../shop/orders/orders.module.js';
import { TicketsModule } from '../../support/tickets/tickets.module.js';
import { OverviewModule } from '../overview/overview.module.js';
import { UsersModule } from '../users/users.module.js';
import { ExportList } from './export-list.js';
import { ExportsController } from './exports.controller.js';

/** Lists of the panel as CSV files. */
@Module({
  imports: [CatalogModule, OrdersModule, OverviewModule, TicketsModule, UsersModule],
  controllers: [ExportsController],
  providers: [ExportList],
})
export class ExportsModule {}
