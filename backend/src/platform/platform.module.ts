import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { Clock } from './clock.js';
import { RefusedWrites } from './database/refused-writes.js';
import { SETTINGS, type Settings } from '../settings.js';
import { PeriodicJobs } from './jobs/periodic.js';
import { NotificationListener } from './database/notification-listener.js';
import { Transactions } from './database/transaction.js';
import { DiscordApi } from './discord/discord-api.js';
import { DiscordFaults } from './discord/discord-faults.js';
import { DiscordFiles } from './discord/discord-files.js';
import { Mailer } from './mail/mailer.js';
import { SendMails } from './mail/send-mails.js';
import { ContractBreaches } from './contract-breaches.js';
import { CountedAlerts } from './outbox/alerts.js';
import { EventContract } from './outbox/event-contract.js';
import { OutboxNotifier } from './outbox/outbox-notifier.js';
import { Relay } from './outbox/relay.js';
import { RelayListeners } from './outbox/relay-listeners.js';
import { RelayStep } from './outbox/relay-step.js';
import { QueueConnections } from './queue/queue-connections.js';
import { PruneStreamMessages } from './outbox/prune-stream-messages.js';
import { StreamStore } from './outbox/stream-store.js';

/** Settings, clock, database and events, which every module may use. */
@Global()
@Module({})
export class PlatformModule {
  static withSettings(settings: Settings, database: DataSourceOptions): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      Clock,
      ContractBreaches,
      CountedAlerts,
      DiscordApi,
      DiscordFaults,
      DiscordFiles,
      PruneStreamMessages,
      EventContract,
      NotificationListener,
      Mailer,
      OutboxNotifier,
      PeriodicJobs,
      QueueConnections,
      RefusedWrites,
      Relay,
      RelayListeners,
      RelayStep,
      SendMails,
      StreamStore,
      Transactions,
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule, TypeOrmModule.forRoot({ ...database, retryAttempts: 20, retryDelay: 500 })],
      providers,
      exports: providers,
    };
  }
}
