import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { CancelCheckout } from './cancel-checkout.js';
import { Checkout } from './checkout.entity.js';

/** An open checkout answers a repeat of its wish, unless it is being cancelled or its page is over. */
export function isSameWish(checkout: Checkout, fingerprint: string, now: Date): boolean {
  const { sessionExpiresAt: end } = checkout;
  return (
    checkout.fingerprint === fingerprint && checkout.cancelRequestedAt === null && (end === null || end > now)
  );
}

/** The open checkouts of a buyer, of which there is one at most. */
@Injectable()
export class OpenCheckouts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly cancel: CancelCheckout,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends what is open and different.
   * @returns the open checkout of the same wish, if there is one
   * @throws ShopError ALREADY_PAID when one proves paid, CHECKOUT_OPEN when the provider does not answer
   */
  async endOthers(userId: number, fingerprint: string): Promise<Checkout | undefined> {
    const open = await this.database.manager.findBy(Checkout, { userId, state: 'open' });
    for (const checkout of open) {
      if (isSameWish(checkout, fingerprint, this.clock.now())) return checkout;
      await this.end(checkout);
    }
    return undefined;
  }

  private async end({ ref, providerUrl: url }: Checkout): Promise<void> {
    try {
      await this.cancel.execute(ref);
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'PAYMENT_PROVIDER_UNAVAILABLE') throw error;
      throw new ShopError(
        'CHECKOUT_OPEN',
        'An earlier checkout is still open, and the payment provider does not answer. Finish or cancel it first.',
        { url, checkout: ref },
      );
    }
    const { state } = await this.database.manager.findOneByOrFail(Checkout, { ref });
    if (state === 'paid' || state === 'confirming') {
      throw new ShopError('ALREADY_PAID', 'Your earlier checkout was paid a moment ago.', { checkout: ref });
    }
    if (state === 'open')
      throw new ShopError('CHECKOUT_OPEN', 'An earlier checkout is still open. Finish or cancel it first.', {
        url,
        checkout: ref,
      });
  }
}
