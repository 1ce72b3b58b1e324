import { Module } from '@nestjs/common';
import { QueueConnections } from '../../infra/queue/queue-connections.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { BotLease } from '../discord/bot-lease.js';
import { DiscordModule } from '../discord/discord.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { RealtimeModule } from '../realtime/realtime.module.js';
import { CountsController } from './counts.controller.js';
import { Figures } from './figures.js';
import { HealthController } from './health.controller.js';
import { HealthCheck } from './health.js';
import { InvariantsWatch } from './invariants-watch.js';
import { MetricsController } from './metrics.controller.js';
import { HEALTH_PARTS, type HealthPart } from './health-parts.js';

@Module({
  imports: [AccountsModule, CheckoutModule, DiscordModule, OrdersModule, RealtimeModule],
  controllers: [CountsController, HealthController, MetricsController],
  providers: [
    Figures,
    HealthCheck,
    InvariantsWatch,
    {
      provide: HEALTH_PARTS,
      inject: [BotLease, QueueConnections],
      useFactory: (lease: BotLease, queues: QueueConnections): HealthPart[] => [
        { name: 'bot', state: async () => ((await lease.botConnected()) ? 'connected' : 'away') },
        { name: 'queue', state: () => queues.state() },
      ],
    },
  ],
})
export class OperationsModule {}
