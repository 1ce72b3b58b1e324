import type { CartItem } from '@pax/contracts';
import { z } from 'zod';
import { ShopError } from '../../../platform/shop-error.js';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { mergeItems } from './cart.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { readEntities } from '../../../platform/database/read-entities.js';
import { paidOrConfirmingError } from '../checkout-locks.js';
import { CancelCheckout } from '../session/cancel-checkout.js';
import { Checkout } from '../checkout.entity.js';

/** Time after a payment within which paying for the same goods again needs a confirmation, ms. */
const RECENTLY_MS = 3_600_000;

const paidRow = z.object({ ref: z.string(), state: z.string(), paidAt: z.date().nullable() });

/**
 * Requires a confirmation before a buyer pays for the same goods again, as in another tab. A payment being
 * confirmed counts without a time limit; a fully refunded one does not count.
 * @throws ShopError PAID_RECENTLY, with the checkout that paid or is paying
 */
export async function assertNotPaidRecently(
  tx: Tx,
  userId: number,
  items: readonly CartItem[],
  now: Date,
): Promise<void> {
  const wanted = mergeItems(items)
    .map(({ id, quantity, customAmount = 0 }) => [id, quantity, customAmount] as const)
    .toSorted(([one], [other]) => one - other);
  const [paid] = await sql(tx).rows(
    paidRow,
    `SELECT c.ref, c.state, c.paid_at AS "paidAt" FROM checkouts c
      WHERE c.user_id = $1 AND (c.state = 'confirming' OR c.paid_at > $2 AND c.state IN ('paid', 'disputed'))
        AND (SELECT jsonb_agg(jsonb_build_array(l.product_id, l.quantity, coalesce(l.custom_amount, 0)) ORDER BY l.product_id)
               FROM checkout_lines l WHERE l.checkout_id = c.id) = $3::jsonb
      ORDER BY c.paid_at DESC LIMIT 1`,
    [userId, new Date(now.getTime() - RECENTLY_MS), JSON.stringify(wanted)],
  );
  if (!paid) return;
  const { ref: checkout, state, paidAt } = paid;
  const message = paidAt
    ? 'You paid for exactly this within the last hour.'
    : 'Your payment for exactly this is still being confirmed.';
  throw new ShopError('PAID_RECENTLY', message, {
    checkout,
    state,
    ...(paidAt && { paidAt: paidAt.toISOString() }),
  });
}

/**
 * Tells whether an open checkout can be returned for a repeated request: it is not being cancelled, and its payment
 * page still works.
 */
export function isSameRequest(checkout: Checkout, fingerprint: string, now: Date): boolean {
  const { sessionExpiresAt: end } = checkout;
  return (
    checkout.fingerprint === fingerprint && checkout.cancelRequestedAt === null && (end === null || end > now)
  );
}

/** Time within which a repeated request finds a purchase with nothing to pay, ms. */
const FREE_REPEAT_MS = 60_000;

/**
 * Finds the recent purchase of the same request that had nothing to pay. Such a checkout is never open, so a repeat
 * after a lost answer would buy everything twice.
 */
export function findRecentFreePurchase(
  tx: Tx,
  userId: number,
  fingerprint: string,
  now: Date,
): Promise<Checkout | null> {
  const paidAt = MoreThan(new Date(now.getTime() - FREE_REPEAT_MS));
  return tx.findOneBy(Checkout, { userId, fingerprint, method: 'none', state: 'paid', paidAt });
}

/**
 * Finds the buyer's unconfirmed crypto checkout, of which there is at most one; a repeated request gets it again.
 * @throws ShopError CHECKOUT_OPEN for another request
 */
export async function findUnconfirmedCrypto(
  tx: Tx,
  userId: number,
  fingerprint: string,
): Promise<Checkout | undefined> {
  const waiting = `WHERE user_id = $1 AND holding AND state = 'confirming' AND method = 'crypto'`;
  const [checkout] = await readEntities(tx, Checkout, waiting, [userId]);
  if (!checkout || checkout.fingerprint === fingerprint) return checkout;
  const { ref, state, method, providerUrl: url } = checkout;
  throw new ShopError(
    'CHECKOUT_OPEN',
    'An earlier crypto order of yours waits for its payment. Pay it first, or choose another way to pay.',
    { url, checkout: ref, state, method },
  );
}

/** Ends open checkouts of a buyer, of which there is at most one. */
@Injectable()
export class EarlierCheckouts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly cancel: CancelCheckout,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the buyer's open checkouts of other requests.
   * @returns the open checkout of the same request, if any
   * @throws ShopError ALREADY_PAID if one proves to be paid, CHECKOUT_OPEN if one is being confirmed or the
   * provider does not answer
   */
  async endOtherCheckouts(userId: number, fingerprint: string): Promise<Checkout | undefined> {
    const open = await this.database.manager.findBy(Checkout, { userId, state: 'open' });
    for (const checkout of open) {
      if (isSameRequest(checkout, fingerprint, this.clock.now())) return checkout;
      await this.endOpenCheckout(checkout);
    }
    return undefined;
  }

  private async endOpenCheckout({ ref, providerUrl: url }: Checkout): Promise<void> {
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
    const { state, method } = await this.database.manager.findOneByOrFail(Checkout, { ref });
    // Does not end a crypto checkout whose order was created meanwhile; placing the next one checks whether both
    // may exist.
    if (state === 'confirming' && method === 'crypto') return;
    if (state === 'paid' || state === 'confirming') throw paidOrConfirmingError({ ref, state, method });
    if (state === 'open')
      throw new ShopError('CHECKOUT_OPEN', 'An earlier checkout is still open. Finish or cancel it first.', {
        url,
        checkout: ref,
      });
  }
}
