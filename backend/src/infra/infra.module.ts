import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { Clock } from '../common/clock.js';
import { SETTINGS, type Settings } from '../settings.js';
import { Transactions } from './database/transaction.js';
import { OutboxBell } from './outbox/outbox-bell.js';
import { Projections } from './outbox/projections.js';

/** Settings, time, database and events: what every module may use. */
@Global()
@Module({})
export class InfraModule {
  static with(settings: Settings, database: DataSourceOptions): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      Clock,
      OutboxBell,
      Projections,
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
