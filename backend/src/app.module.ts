import { type DynamicModule, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ENTITIES } from './entities.js';
import { buildDataSourceOptions } from './platform/database/data-source.js';
import { EventListeners } from './event-listeners.js';
import { MailKinds } from './mail-kinds.js';
import { PlatformModule } from './platform/platform.module.js';
import { AccountsModule } from './people/accounts/accounts.module.js';
import { AuditModule } from './people/audit/audit.module.js';
import { AuthModule } from './people/sign-in/auth.module.js';
import { CatalogModule } from './shop/catalog/catalog.module.js';
import { CheckoutModule } from './shop/checkout/checkout.module.js';
import { DisputePacketsModule } from './office/dispute-packets/dispute-packets.module.js';
import { DiscordModule } from './discord/discord.module.js';
import { FulfilmentModule } from './shop/fulfilment/fulfilment.module.js';
import { InboxModule } from './shop/inbox/inbox.module.js';
import { LedgerHistoryModule } from './office/ledger-history/ledger-history.module.js';
import { LoyaltyModule } from './people/loyalty/loyalty.module.js';
import { NoticesModule } from './support/notices/notices.module.js';
import { OperationsModule } from './office/operations/operations.module.js';
import { OrderContextModule } from './office/order-context/order-context.module.js';
import { OrdersModule } from './shop/orders/orders.module.js';
import { ExportsModule } from './office/exports/exports.module.js';
import { OverviewModule } from './office/overview/overview.module.js';
import { PicturesModule } from './support/pictures/pictures.module.js';
import { OwnDataModule } from './office/own-data/own-data.module.js';
import { ProfileModule } from './people/profile/profile.module.js';
import { RealtimeModule } from './people/realtime/realtime.module.js';
import { ReceiptsModule } from './shop/receipts/receipts.module.js';
import { ReviewsModule } from './shop/reviews/reviews.module.js';
import { ReferralsModule } from './people/referrals/referrals.module.js';
import { UsersModule } from './office/users/users.module.js';
import { WishlistModule } from './shop/wishlist/wishlist.module.js';
import type { Settings } from './settings.js';
import { TicketsModule } from './support/tickets/tickets.module.js';
import { PeriodicJobs } from './platform/jobs/periodic.js';
import { ProviderInbox } from './shop/inbox/provider-inbox.js';

/**
 * Stops periodic jobs after the last call was answered. The root module provides this class, because Nest
 * runs its shutdown hooks first, while database connections and queues are still open.
 */
@Injectable()
class Shutdown implements OnApplicationShutdown {
  constructor(
    private readonly jobs: PeriodicJobs,
    private readonly moduleRef: ModuleRef,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    const inbox = this.moduleRef.get(ProviderInbox, { strict: false });
    await this.jobs.endJobs(() => inbox.waitUntilProcessed());
  }
}

/**
 * Root module of the backend. Every process loads all modules; the setting ROLE decides which periodic jobs
 * run.
 */
@Module({})
export class AppModule {
  static withSettings(settings: Settings): DynamicModule {
    const database = buildDataSourceOptions(settings.databaseUrl, ENTITIES);
    return {
      module: AppModule,
      imports: [
        PlatformModule.withSettings(settings, database),
        AuditModule,
        AccountsModule,
        ProfileModule,
        AuthModule,
        PicturesModule,
        CatalogModule,
        CheckoutModule,
        LoyaltyModule,
        LedgerHistoryModule,
        OrdersModule,
        FulfilmentModule,
        InboxModule,
        UsersModule,
        WishlistModule,
        ReceiptsModule,
        ReferralsModule,
        ReviewsModule,
        TicketsModule,
        NoticesModule,
        RealtimeModule,
        DiscordModule,
        DisputePacketsModule,
        OrderContextModule,
        OverviewModule,
        ExportsModule,
        OwnDataModule,
        OperationsModule,
      ],
      providers: [EventListeners, MailKinds, Shutdown],
    };
  }
}
