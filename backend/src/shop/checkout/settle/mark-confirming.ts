import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import { type Tx, Transactions } from '../../../platform/database/transaction.js';
import { type Settings, SETTINGS } from '../../../settings.js';
import { COINS, COINS_HELD, stockAccount, stockHeldAccount } from '../../../people/ledger/accounts.js';
import { readBalances } from '../../../people/ledger/ledger.js';
import { Checkout } from '../checkout.entity.js';
import { NETWORK_DIGITS } from '../place/cart.js';
import { Inject, Injectable } from '@nestjs/common';
import { HOLDING_STATES } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { createUnconfirmedOrders } from '../../orders/create-orders.js';
import {
  assertMayBuy,
  reasonNotToSell,
  checkoutEndedError,
  lockCheckout,
  type LockedCheckout,
} from '../checkout-locks.js';
import { transitionCheckout } from './transition-checkout.js';
import { endUnpaid } from './end-checkout.js';
import { reasonIfBenefitsLost } from './frozen-benefits.js';

/** Units of one supply that this checkout, and others of the same network, hold while being confirmed. */
const supplyRow = z.object({
  /** Product id; null for the coin pool. */
  productId: z.number().nullable(),
  own: z.number(),
  ofNew: z.number(),
  ofAll: z.number(),
});

/**
 * Tells whether the confirming checkouts of a network, this one included, hold more than the network's share of a
 * product or the coin pool. A network's only checkout never exceeds it, because the share of a single piece is 0.
 */
export async function exceedsNetworkShare(
  tx: Tx,
  { id, addressHash, byNewAccount }: Checkout,
  { newAtAddressPercent, addressPercent }: Settings['holds'],
): Promise<boolean> {
  if (addressHash === null) return false;
  const network = addressHash.slice(0, NETWORK_DIGITS);
  // Locks the network, so that concurrent confirmations count each other.
  await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 60))', [network]);
  const supplies = await sql(tx).rows(
    supplyRow,
    `SELECT CASE WHEN l.coins = 0 THEN l.product_id END AS "productId",
            coalesce(sum(u.units) FILTER (WHERE c.id = $1), 0)::bigint AS own,
            coalesce(sum(u.units) FILTER (WHERE c.id <> $1 AND c.by_new_account), 0)::bigint AS "ofNew",
            coalesce(sum(u.units) FILTER (WHERE c.id <> $1), 0)::bigint AS "ofAll"
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
            CROSS JOIN LATERAL (SELECT CASE WHEN l.coins = 0 THEN l.quantity ELSE l.coins END AS units) u
      WHERE c.id = $1 OR c.holding AND c.state = 'confirming' AND left(c.address_hash, ${NETWORK_DIGITS}) = $2
      GROUP BY 1`,
    [id, network],
  );
  const accounts = supplies.map(({ productId }) =>
    productId === null ? [COINS, COINS_HELD] : [stockAccount(productId), stockHeldAccount(productId)],
  );
  const balances = await readBalances(tx, accounts.flat());
  return supplies.some(({ own, ofNew, ofAll }, at) => {
    if (own === 0) return false;
    const onHand = (accounts[at] ?? []).reduce((sum, account) => sum + (balances.get(account) ?? 0), 0);
    const exceedsShare = (others: number, percent: number): boolean =>
      others > 0 && others + own > Math.floor((onHand * percent) / 100);
    return exceedsShare(ofAll, addressPercent) || (byNewAccount && exceedsShare(ofNew, newAtAddressPercent));
  });
}

/** Time after confirming begins at which the provider is first polled if no message came, ms. */
const FIRST_CHECK_MS = 20_000;

const HOUR_MS = 3_600_000;
/** Limit of stored payment attempts, which is more than a buyer makes. */
const MAX_TRIES = 20;

/**
 * Marks a checkout whose payment has begun as confirming; its goods stay held until an outcome or the end of its
 * time. Crypto orders are created now, because only staff can confirm them.
 */
@Injectable()
export class MarkConfirming {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Marks a checkout as confirming; fails it if it must not be paid, and its money is late then.
   * @param sessionId ignored if not the checkout's current session
   * @param attempt the pending payment attempt, if a session has several
   * @throws ShopError for crypto, whose order is not placed: BLOCKED for a buyer who may not buy any more, else
   * CONFLICT
   */
  async execute(ref: string, sessionId: string, attempt?: string): Promise<void> {
    const unplaced = await this.transactions.run(async (tx) => {
      const locked = await lockCheckout(tx, ref);
      const { checkout, buyer } = locked;
      if (!hasLiveSession(checkout, sessionId)) return undefined;
      if (attempt !== undefined) await recordPendingTry(tx, checkout, attempt);
      await clearUnknownSince(tx, checkout);
      if (checkout.state !== 'open') return undefined;
      const isCrypto = checkout.method === 'crypto';
      const isRefused = reasonNotToSell(buyer) !== undefined || (await this.hasLostBenefits(tx, locked));
      if (!isRefused) await this.startConfirming(tx, locked);
      // Cancels a refused crypto checkout, whose buyer has no payment address yet and so has paid nothing; others
      // fail.
      else await this.endRefused(tx, locked, isCrypto ? 'cancelled' : 'failed');
      return isRefused && isCrypto ? buyer : undefined;
    });
    if (!unplaced) return;
    assertMayBuy(unplaced);
    throw checkoutEndedError();
  }

  /**
   * Marks an approved checkout as confirming before its money is captured; cancels it if it must not be paid or its
   * cancel waits.
   * @returns the checkout's version; undefined if no money may be captured
   */
  async markBeforeCapture(ref: string, sessionId: string): Promise<number | undefined> {
    return this.transactions.run(async (tx) => {
      const locked = await lockCheckout(tx, ref);
      const { checkout, buyer } = locked;
      if (!hasLiveSession(checkout, sessionId)) return undefined;
      await clearUnknownSince(tx, checkout);
      const isBarred = reasonNotToSell(buyer) !== undefined;
      // Lets a confirming checkout continue without a second capture, because an earlier one may still be running.
      if (checkout.state === 'confirming')
        return checkout.holding && !isBarred ? checkout.version : undefined;
      if (isBarred || checkout.cancelRequestedAt !== null || (await this.hasLostBenefits(tx, locked))) {
        await this.endRefused(tx, locked, 'cancelled');
        return undefined;
      }
      await this.startConfirming(tx, locked);
      return checkout.version;
    });
  }

  private async hasLostBenefits(tx: Tx, locked: LockedCheckout): Promise<boolean> {
    return (await reasonIfBenefitsLost(tx, locked, this.clock.now())) !== undefined;
  }

  private endRefused(tx: Tx, locked: LockedCheckout, to: 'cancelled' | 'failed'): Promise<void> {
    return endUnpaid(tx, locked, { to, actor: 'shop', now: this.clock.now() });
  }

  private async startConfirming(tx: Tx, { checkout, lines }: LockedCheckout): Promise<void> {
    const isCrypto = checkout.method === 'crypto';
    const { holds } = this.settings;
    const keepsHours = !isCrypto && !(await exceedsNetworkShare(tx, checkout, holds));
    checkout.holdUntil = keepsHours
      ? this.clock.fromNow(holds.confirmingHours * HOUR_MS)
      : checkout.sessionExpiresAt;
    await transitionCheckout(tx, checkout, 'confirming');
    const { holdUntil } = checkout;
    // Polls no crypto checkout, because only staff confirm crypto.
    const nextCheckAt = isCrypto ? null : this.clock.fromNow(FIRST_CHECK_MS);
    await tx.update(Checkout, { id: checkout.id }, { checks: 0, nextCheckAt, holdUntil });
    if (isCrypto) await createUnconfirmedOrders(tx, { checkout, lines }, this.clock.now());
  }
}

const hasLiveSession = ({ state, providerSessionId }: Checkout, sessionId: string): boolean =>
  HOLDING_STATES.includes(state) && providerSessionId === sessionId;

/** Records that the provider knows the payment of a checkout after all. */
async function clearUnknownSince(tx: Tx, { id, unknownSince }: Checkout): Promise<void> {
  if (unknownSince) await tx.update(Checkout, { id }, { unknownSince: null });
}

/** Stores a pending payment attempt, so that the refusal of another one does not end the checkout. */
async function recordPendingTry(
  tx: Tx,
  { id, pendingTries, refusedTries }: Checkout,
  attempt: string,
): Promise<void> {
  const isKnown = pendingTries.includes(attempt) || refusedTries.includes(attempt);
  if (isKnown || pendingTries.length >= MAX_TRIES) return;
  await tx.update(Checkout, { id }, { pendingTries: [...pendingTries, attempt] });
}
