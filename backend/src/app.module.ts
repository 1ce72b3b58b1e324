import { type DynamicModule, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ENTITIES } from './entities.js';
import { dataSourceOptions } from './infra/database/data-source.js';
import { EventListeners } from './event-listeners.js';
import { MailKinds } from './mail-kinds.js';
import { CallsModule } from './infra/calls/calls.module.js';
import { InfraModule } from './infra/infra.module.js';
import { LimitsModule } from './infra/limits/limits.module.js';
import { SessionsModule } from './infra/sessions/sessions.module.js';
import { AccountsModule } from './modules/accounts/accounts.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { CatalogModule } from './modules/catalog/catalog.module.js';
import { CheckoutModule } from './modules/checkout/checkout.module.js';
import { DisputePacketsModule } from './modules/dispute-packets/dispute-packets.module.js';
import { DiscordModule } from './modules/discord/discord.module.js';
import { FulfilmentModule } from './modules/fulfilment/fulfilment.module.js';
import { LedgerHistoryModule } from './modules/ledger-history/ledger-history.module.js';
import { LinkedRolesModule } from './modules/linked-roles/linked-roles.module.js';
import { LoyaltyModule } from './modules/loyalty/loyalty.module.js';
import { OperationsModule } from './modules/operations/operations.module.js';
import { OrdersModule } from './modules/orders/orders.module.js';
import { PicturesModule } from './modules/pictures/pictures.module.js';
import { OwnDataModule } from './modules/own-data/own-data.module.js';
import { ProfileModule } from './modules/profile/profile.module.js';
import { RealtimeModule } from './modules/realtime/realtime.module.js';
import { ReceiptsModule } from './modules/receipts/receipts.module.js';
import { ReferralsModule } from './modules/referrals/referrals.module.js';
import { UsersModule } from './modules/users/users.module.js';
import type { Settings } from './settings.js';
import { SupportModule } from './modules/support/support.module.js';
import { PeriodicJobs } from './infra/loops/periodic-jobs.js';
import { ProviderInbox } from './modules/payments/messages/provider-inbox.js';

/**
 * Ends periodic jobs after the last call was answered. The outermost module provides this class, because Nest calls its
 * hooks first, while connections and queues are still open.
 */
@Injectable()
class Shutdown implements OnApplicationShutdown {
  constructor(
    private readonly jobs: PeriodicJobs,
    private readonly moduleRef: ModuleRef,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    const inbox = this.moduleRef.get(ProviderInbox, { strict: false });
    await this.jobs.end(() => inbox.settled());
  }
}

/** The whole backend. Which periodic jobs run is decided by ROLE, not by the set of modules. */
@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    const database = dataSourceOptions(settings.databaseUrl, ENTITIES);
    return {
      module: AppModule,
      imports: [
        InfraModule.with(settings, database),
        LimitsModule,
        CallsModule,
        SessionsModule,
        AuditModule,
        AccountsModule,
        ProfileModule,
        AuthModule,
        PicturesModule,
        CatalogModule,
        CheckoutModule,
        LoyaltyModule,
        LinkedRolesModule,
        LedgerHistoryModule,
        OrdersModule,
        FulfilmentModule,
        UsersModule,
        ReceiptsModule,
        ReferralsModule,
        SupportModule,
        RealtimeModule,
        DiscordModule,
        DisputePacketsModule,
        OwnDataModule,
        OperationsModule,
      ],
      providers: [EventListeners, MailKinds, Shutdown],
    };
  }
}
