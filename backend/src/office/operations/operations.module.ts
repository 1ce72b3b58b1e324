import { Module } from '@nestjs/common';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { DiscordFaults } from '../../platform/discord/discord-faults.js';
import { QueueConnections } from '../../platform/queue/queue-connections.js';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { AuthModule } from '../../people/sign-in/auth.module.js';
import { CheckoutModule } from '../../shop/checkout/checkout.module.js';
import { BotLease } from '../../discord/bot/bot-lease.js';
import { DiscordModule } from '../../discord/discord.module.js';
import { OrdersModule } from '../../shop/orders/orders.module.js';
import { RealtimeModule } from '../../people/realtime/realtime.module.js';
import { ClockWatch } from './clock-watch.js';
import { PanelCountsController, SellerController, HealthController } from './operations.controller.js';
import { EventLoopDelay, Metrics, MetricsController } from './metrics.js';
import { HealthCheck, HEALTH_PARTS, type HealthPart, WriteProbe } from './health.js';
import { InvariantsWatch } from './invariants.js';
import { ApiDocsController } from './api-docs/api-docs.controller.js';
import { TicketsModule } from '../../support/tickets/tickets.module.js';

@Module({
  imports: [
    AccountsModule,
    AuthModule,
    CheckoutModule,
    DiscordModule,
    OrdersModule,
    RealtimeModule,
    TicketsModule,
  ],
  controllers: [
    PanelCountsController,
    HealthController,
    MetricsController,
    SellerController,
    ApiDocsController,
  ],
  providers: [
    EventLoopDelay,
    Metrics,
    HealthCheck,
    InvariantsWatch,
    ClockWatch,
    WriteProbe,
    {
      provide: HEALTH_PARTS,
      inject: [BotLease, DiscordApi, DiscordFaults, QueueConnections],
      useFactory: (
        lease: BotLease,
        api: DiscordApi,
        faults: DiscordFaults,
        queues: QueueConnections,
      ): HealthPart[] => [
        { name: 'bot', state: async () => ((await lease.isBotConnected()) ? 'connected' : 'away') },
        {
          name: 'discord',
          state: async () => (!api.isSetUp ? 'off' : (await faults.hasAnyProblem()) ? 'away' : 'connected'),
        },
        { name: 'queue', state: () => queues.readState() },
      ],
    },
  ],
})
export class OperationsModule {}
