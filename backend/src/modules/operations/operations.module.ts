import { Module } from '@nestjs/common';
import { QueueConnections } from '../../infra/queue/queue-connections.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { BotLease } from '../discord/bot-lease.js';
import { DiscordModule } from '../discord/discord.module.js';
import { HealthController } from './health.controller.js';
import { HealthCheck } from './health.js';
import { HEALTH_PARTS, type HealthPart } from './health-parts.js';

@Module({
  imports: [CheckoutModule, DiscordModule],
  controllers: [HealthController],
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
