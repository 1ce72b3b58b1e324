import type { CartItem } from '@pax/contracts';
import { z } from 'zod';
import { ShopError } from '../../../platform/problem.js';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { mergeItems } from './cart.js';

/** How long after a payment the shop asks before the same goods are paid again, ms. */
const ASKED_MS = 3_600_000;

const paidRow = z.object({ ref: z.string(), state: z.string(), paidAt: z.date().nullable() });

/**
 * Asks before a buyer pays for the same goods again: a cart that was not emptied, or a second try in another tab.
 * A payment that is being confirmed counts however long it takes, what was wholly given back does not.
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
    [userId, new Date(now.getTime() - ASKED_MS), JSON.stringify(wanted)],
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
