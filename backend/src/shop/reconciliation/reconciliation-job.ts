import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { errorText } from '../../platform/describe-error.js';
import { PaymentLifecycle } from '../checkout/session/payment-lifecycle.js';
import type { MoneySource } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { BookProviderRefund } from '../refunds/book-provider-refund.js';
import type { Comparison } from './compare-movements.js';
import { reconcileMoney } from './reconcile-money.js';

const EVERY_MS = 60 * 60_000;
/** Delay of the first run after the start, ms, so that a starting process serves people first. */
const FIRST_AFTER_MS = 2 * 60_000;

/**
 * Compares every provider's payments and refunds with the shop's each hour, and books those that the shop missed.
 */
@Injectable()
export class ReconciliationJob {
  private readonly logger = new Logger(ReconciliationJob.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly providers: PaymentProviderRegistry,
    private readonly lifecycle: PaymentLifecycle,
    private readonly bookRefund: BookProviderRefund,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares all providers; one that does not answer does not stop the others.
   * @throws AggregateError
   */
  @Periodic({ name: 'reconcile-money', every: EVERY_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  async compareProviders(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const errors: unknown[] = [];
    for (const provider of this.providers.listThoseWithMovements()) {
      if (signal.aborted) return;
      await this.compareProvider(provider, this.clock.now()).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `Money could not be compared: ${errors.map(errorText).join('; ')}`);
  }

  /**
   * Compares one provider's payments and refunds, and books missed ones as their messages would have done.
   * Everything else stays as a difference.
   */
  compareProvider(provider: MoneySource, now: Date): Promise<Comparison | undefined> {
    const { name } = provider;
    return reconcileMoney(this.database, provider, now, {
      payment: ({ checkout, ref, amountCents, currency }) => {
        const payment = { provider: name, providerRef: ref, amountCents, currency };
        const session = { id: ref, url: null, state: 'paid', payment } as const;
        return this.logFailure(
          `Payment ${ref} of checkout ${checkout}`,
          this.lifecycle.applySession(checkout, session),
        );
      },
      refund: ({ ref, at, kind: about, ...refund }) => {
        const report = { ...refund, about, state: 'made', refundRef: ref, madeAt: at } as const;
        const booked = this.bookRefund.execute(name, { ...report, isOwnAccount: false });
        return this.logFailure(`Refund ${ref} of payment ${refund.paymentRef}`, booked);
      },
    });
  }

  private async logFailure(what: string, booking: Promise<unknown>): Promise<void> {
    try {
      await booking;
    } catch (error) {
      this.logger.warn(`${what} was found and not booked: ${errorText(error)}`);
    }
  }
}
