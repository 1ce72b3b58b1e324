import type { Shop } from '../shop.js';
import type { Played } from './story.js';

/** Reads the result of a purchase in the shop, without ids and times, to compare results. */
const FACTS = `
  SELECT jsonb_build_object(
    'checkout', (SELECT jsonb_build_array(c.state, c.holding, c.refunded_cents, c.points)),
    'orders', (SELECT jsonb_agg(jsonb_build_array(o.status, o.payment_status, o.refunded_cents) ORDER BY o.id)
                 FROM orders o WHERE o.checkout_id = c.id),
    'payments', (SELECT jsonb_agg(jsonb_build_array(p.state, p.amount_cents) ORDER BY p.state, p.amount_cents)
                   FROM payments p WHERE p.checkout_id = c.id),
    'refunds', (SELECT jsonb_agg(jsonb_build_array(r.state, r.cents) ORDER BY r.state, r.cents)
                  FROM (SELECT r.state, coalesce(r.provider_ref, r.id::text), sum(r.amount_cents) AS cents
                          FROM refunds r JOIN payments p ON p.id = r.payment_id
                         WHERE p.checkout_id = c.id GROUP BY 1, 2) r),
    'disputes', (SELECT jsonb_agg(jsonb_build_array(d.state, d.amount_cents) ORDER BY d.state, d.amount_cents)
                   FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.checkout_id = c.id),
    'buyer', (SELECT jsonb_build_array(u.purchases_suspended, u.blocked_at IS NOT NULL, u.total_spent_cents, u.tier)
                FROM users u WHERE u.id = c.user_id),
    'balances', (SELECT jsonb_object_agg(split_part(b.account, ':', 1), b.balance)
                   FROM ledger_balances b WHERE b.balance <> 0 AND b.account = ANY($2))) AS facts
    FROM checkouts c WHERE c.ref = $1`;

/** Goods are checked by the invariants, which count them for all purchases. */
export async function readPurchaseResult(shop: Shop, { buyer, checkout }: Played): Promise<unknown> {
  const accounts = ['points', 'credit', 'credit-held'].map((kind) => `${kind}:${buyer.userId}`);
  const [row]: { facts: unknown }[] = await shop.database.query(FACTS, [checkout, accounts]);
  return row?.facts;
}
