import { Module } from '@nestjs/common';
import { QueueConnections } from '../../infra/queue/queue-connections.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { BotLease } from '../discord/bot-lease.js';
import { DiscordModule } from '../discord/discord.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { CountsController } from './counts.controller.js';
import { HealthController } from './health.controller.js';
import { HealthCheck } from './health.js';
import { HEALTH_PARTS, type HealthPart } from './health-parts.js';

@Module({
  imports: [AccountsModule, CheckoutModule, DiscordModule, OrdersModule],
  controllers: [CountsController, HealthController],
  providers: [
    HealthCheck,
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
