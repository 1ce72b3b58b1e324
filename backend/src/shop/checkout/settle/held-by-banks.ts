import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import type { Settings } from '../../../settings.js';
import { COINS, COINS_HELD, stock, stockHeld } from '../../../people/ledger/accounts.js';
import { balancesOf } from '../../../people/ledger/ledger.js';
import type { Checkout } from '../checkout.entity.js';
import { NETWORK_DIGITS } from '../place/demands.js';

/** Units of one supply that the checkout and others of its network hold while they are being confirmed. */
const supplyRow = z.object({
  /** Null for the pool. */
  productId: z.number().nullable(),
  own: z.number(),
  ofNew: z.number(),
  ofAll: z.number(),
});

/**
 * Tells whether, with this checkout, confirming checkouts keep more than their network's share of a product or the pool:
 * that of new accounts, or of all. A network's only checkout keeps its goods, since the share of one piece is none.
 */
export async function isBeyondShare(
  tx: Tx,
  { id, addressHash, byNewAccount }: Checkout,
  { newAtAddressPercent, addressPercent }: Settings['holds'],
): Promise<boolean> {
  if (addressHash === null) return false;
  const network = addressHash.slice(0, NETWORK_DIGITS);
  // Checkouts that are confirmed at the same time count each other.
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
    productId === null ? [COINS, COINS_HELD] : [stock(productId), stockHeld(productId)],
  );
  const balances = await balancesOf(tx, accounts.flat());
  return supplies.some(({ own, ofNew, ofAll }, at) => {
    if (own === 0) return false;
    const onHand = (accounts[at] ?? []).reduce((sum, account) => sum + (balances.get(account) ?? 0), 0);
    const exceeds = (others: number, percent: number): boolean =>
      others > 0 && others + own > Math.floor((onHand * percent) / 100);
    return exceeds(ofAll, addressPercent) || (byNewAccount && exceeds(ofNew, newAtAddressPercent));
  });
}
