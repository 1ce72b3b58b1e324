import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { Clock } from '../common/clock.js';
import { SETTINGS, type Settings } from '../settings.js';
import { Listener } from './database/listener.js';
import { Transactions } from './database/transaction.js';
import { DiscordApi } from './discord/discord-api.js';
import { DiscordFaults } from './discord/discord-faults.js';
import { Announcer } from './outbox/announcer.js';
import { OutboxBell } from './outbox/outbox-bell.js';
import { Projections } from './outbox/projections.js';
import { Relay } from './outbox/relay.js';
import { RelayStep } from './outbox/relay-step.js';
import { Doorbell } from './queue/doorbell.js';
import { QueueConnections } from './queue/queue-connections.js';
import { ForgetMessages } from './realtime/forget-messages.js';
import { ResumeBudget } from './realtime/resume-budget.js';
import { RoomResumes } from './realtime/room-resumes.js';
import { SocketLimits } from './realtime/socket-limits.js';
import { StreamHeads } from './realtime/stream-heads.js';

/** Settings, time, database and events: what every module may use. */
@Global()
@Module({})
export class InfraModule {
  static with(settings: Settings, database: DataSourceOptions): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      Announcer,
      Clock,
      DiscordApi,
      DiscordFaults,
      Doorbell,
      ForgetMessages,
      Listener,
      OutboxBell,
      Projections,
      QueueConnections,
      Relay,
      RelayStep,
      ResumeBudget,
      RoomResumes,
      SocketLimits,
      StreamHeads,
      Transactions,
    ];
    return {
      module: InfraModule,
      imports: [TypeOrmModule.forRoot({ ...database, retryAttempts: 20, retryDelay: 500 })],
      providers,
      exports: providers,
    };
  }
}
