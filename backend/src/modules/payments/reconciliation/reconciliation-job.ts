import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { Periodic } from '../../../infra/loops/periodic.js';
import { PaymentProviders } from '../payment-providers.js';
import { reconcileMoney } from './reconcile-money.js';

const EVERY_MS = 60 * 60_000;
/** Delay after the start, ms, so that a start serves people first. */
const FIRST_AFTER_MS = 2 * 60_000;

/** Compares every provider's money with the shop's each hour (OWN-496). */
@Injectable()
export class ReconciliationJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly providers: PaymentProviders,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'reconcile-money', every: EVERY_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const provider of this.providers.withMovements()) {
      if (signal.aborted) return;
      await reconcileMoney(this.database, provider, this.clock.now());
    }
  }
}
