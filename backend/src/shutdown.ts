import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { PeriodicJobs } from './infra/loops/periodic-jobs.js';
import { ProviderInbox } from './modules/payments/messages/provider-inbox.js';

/**
 * What ends after the last call was answered. Provided by the outermost module, whose hooks Nest calls first,
 * so that connections and queues are still open.
 */
@Injectable()
export class Shutdown implements OnApplicationShutdown {
  constructor(
    private readonly jobs: PeriodicJobs,
    private readonly moduleRef: ModuleRef,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    const inbox = this.moduleRef.get(ProviderInbox, { strict: false });
    await this.jobs.end(() => inbox.settled());
  }
}
