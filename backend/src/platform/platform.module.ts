import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { CallContractInterceptor, ContractBreaches } from './calls/call-contract.interceptor.js';
import { Clock } from './clock.js';
import { RefusedWrites } from './database/database-errors.js';
import { SETTINGS, type Settings } from '../settings.js';
import { PeriodicJobs } from './jobs/periodic.js';
import { NotificationListener } from './database/notification-listener.js';
import { Transactions } from './database/transaction.js';
import { DiscordApi } from './discord/discord-api.js';
import { DiscordFaults } from './discord/discord-faults.js';
import { DiscordFiles } from './discord/discord-files.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { Mailer } from './mail/mailer.js';
import { SendMails } from './mail/send-mails.js';
import { CountedAlerts } from './outbox/alerts.js';
import { EventContract } from './outbox/event-contract.js';
import { OutboxNotifier } from './outbox/outbox-notifier.js';
import { Relay } from './outbox/relay.js';
import { RelayListeners } from './outbox/relay-listeners.js';
import { RelayStep } from './outbox/relay-step.js';
import { QueueConnections } from './queue/queue-connections.js';
import { PruneStreamMessages } from './outbox/delete-stream-messages.js';
import { StreamStore } from './outbox/stream-store.js';
import { Sessions } from './sessions/sessions.js';

/**
 * Settings, clock, database, events, limits and sessions, which every module may use, and the check of answers by the
 * calls' contracts.
 */
@Global()
@Module({})
export class PlatformModule {
  static withSettings(settings: Settings, database: DataSourceOptions): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      CallContractInterceptor,
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
      RateLimiter,
      RefusedWrites,
      Relay,
      RelayListeners,
      RelayStep,
      SendMails,
      Sessions,
      StreamStore,
      Transactions,
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule, TypeOrmModule.forRoot({ ...database, retryAttempts: 20, retryDelay: 500 })],
      providers: [...providers, { provide: APP_INTERCEPTOR, useExisting: CallContractInterceptor }],
      exports: providers,
    };
  }
}
