import { CONSENT_VERSION } from '@pax/contracts';

/**
 * SQL of orders from checkouts with two lines each, oldest first: most archived, a third completed, the newest
 * open, one checkout in twenty by crypto and unpaid. Their goods were put in stock before.
 */
export const PURCHASES = `
  CREATE TEMP TABLE large_order ON COMMIT DROP AS
  WITH goods AS (
    SELECT id, name, category, price_cents, coin_value, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS n
      FROM products WHERE NOT is_custom AND deleted_at IS NULL
  ), line AS (
    SELECT i, (i + 1) / 2 AS c, 1 + (i + 1) % 2 AS line_no, ((i + 1) / 2 * 2)::float / $1 AS age, abs(hashint4(i)::bigint) AS pick
      FROM generate_series(1, $1::int) AS i
  ), priced AS (
    SELECT line.*, goods.id AS product_id, goods.name AS product_name, goods.category, 1 + (pick / 64 % 3)::int AS quantity,
           goods.price_cents, goods.coin_value
      FROM line JOIN goods ON goods.place = pick % goods.n
  )
  SELECT priced.*, nextval('orders_id_seq')::int AS id, buyer.id AS user_id, buyer.name AS buyer,
         price_cents * quantity AS cash_cents, coin_value * quantity AS coins,
         now() - interval '400 days' * (1 - age) AS created_at,
         c % 20 = 0 AND age < 0.95 AS is_void,
         CASE WHEN c % 20 = 0 AND age < 0.95 THEN 'cancelled' WHEN age > 0.985 THEN 'pending' WHEN age > 0.98 THEN 'processing'
              WHEN age > 0.7 THEN 'completed' ELSE 'archived' END AS status
    FROM priced JOIN large_user buyer ON buyer.n = 1 + abs(hashint4(c)::bigint) % $2;
`;

export const CHECKOUTS = `
  CREATE TEMP TABLE large_checkout ON COMMIT DROP AS
  SELECT c, nextval('checkouts_id_seq')::int AS id, user_id, buyer, is_void, created_at, sum(cash_cents) AS total_cents,
         left(translate(encode(sha256(convert_to('large' || c, 'UTF8')), 'base64'), '+/', '-_'), 22) AS ref,
         jsonb_agg(jsonb_build_object('id', product_id, 'name', product_name, 'quantity', quantity,
           'unitPrice', (price_cents / 100.0)::numeric(12, 2)::text, 'linePrice', (cash_cents / 100.0)::numeric(12, 2)::text,
           'discount', '0.00') ORDER BY line_no) AS lines
    FROM large_order GROUP BY c, user_id, buyer, is_void, created_at`;

const STEPS = `(VALUES ('pending', 1, NULL, 'pending', 'order.paid'), ('processing', 1, NULL, 'pending', 'order.paid'),
  ('processing', 2, 'pending', 'processing', 'order.processing'), ('completed', 1, NULL, 'pending', 'order.paid'),
  ('completed', 2, 'pending', 'completed', 'order.completed'), ('archived', 1, NULL, 'pending', 'order.paid'),
  ('archived', 2, 'pending', 'completed', 'order.completed'), ('archived', 3, 'completed', 'archived', 'order.archived'),
  ('cancelled', 1, NULL, 'pending', 'order.unconfirmed'), ('cancelled', 2, 'pending', 'cancelled', 'order.cancelled')
) AS step (status, version, from_status, to_status, type)`;
const CHECKOUT_STEPS = `(VALUES (false, 1, 'checkout.placed'), (false, 2, 'checkout.paid'), (true, 1, 'checkout.placed'),
  (true, 2, 'checkout.confirming'), (true, 3, 'checkout.failed')) AS step (is_void, version, type)`;
const EVENTS = `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, occurred_at, published_at)`;

/**
 * SQL that inserts the rows of these purchases: checkouts, lines, payments, ledger entries, orders, histories,
 * events.
 */
export const PURCHASE_ROWS = [
  `INSERT INTO checkouts (id, ref, user_id, state, method, version, fingerprint, quote, total_cents, game_name, discord_name,
          consent_version, consent_at, created_at, paid_at, ended_at)
   SELECT id, ref, user_id, CASE WHEN is_void THEN 'failed' ELSE 'paid' END, CASE WHEN is_void THEN 'crypto' ELSE 'card' END,
          CASE WHEN is_void THEN 3 ELSE 2 END, ref,
          jsonb_build_object('lines', lines, 'subtotal', paid, 'discounts',
            '{"referral": "0.00", "tier": "0.00", "tierPercent": 0, "reward": "0.00"}'::jsonb, 'discountedTotal', paid,
            'storeCreditUsed', '0.00', 'referralBonusUsed', '0.00', 'bonusUsable', false, 'total', paid, 'points', 0),
          total_cents, buyer || '_mc', lower(buyer) || '.chat', '${CONSENT_VERSION}', created_at, created_at,
          CASE WHEN NOT is_void THEN created_at END, CASE WHEN is_void THEN created_at END
     FROM large_checkout, LATERAL (SELECT (total_cents / 100.0)::numeric(12, 2)::text AS paid) AS amount`,
  `INSERT INTO checkout_lines (checkout_id, line_no, product_id, name, category, quantity, coins, unit_cents, line_cents, discount_cents)
   SELECT checkout.id, line_no, product_id, product_name, category, quantity, coalesce(coins, 0), price_cents, cash_cents, 0
     FROM large_order JOIN large_checkout checkout USING (c)`,
  `INSERT INTO payments (checkout_id, provider, provider_ref, amount_cents, currency, state, created_at)
   SELECT id, 'demo', 'large-' || c, total_cents, 'usd', 'settled', created_at FROM large_checkout WHERE NOT is_void`,
  `CREATE TEMP TABLE large_sale ON COMMIT DROP AS
   SELECT ref, CASE WHEN coins IS NULL THEN 'stock:' || product_id ELSE 'coins' END AS account,
          sum(coalesce(coins, quantity)) AS amount
     FROM large_order JOIN large_checkout USING (c) WHERE NOT large_order.is_void GROUP BY 1, 2`,
  `INSERT INTO ledger_journal (idempotency_key, reason, actor) VALUES ('seed:large:stock', 'restock', 'shop')`,
  `INSERT INTO ledger_lines (idempotency_key, account, delta) SELECT 'seed:large:stock', account, sum(amount) FROM large_sale GROUP BY account`,
  `INSERT INTO ledger_journal (idempotency_key, reason, actor, created_at)
   SELECT 'sell:' || ref, 'sell', 'user:' || user_id, created_at FROM large_checkout WHERE NOT is_void`,
  `INSERT INTO ledger_lines (idempotency_key, account, delta) SELECT 'sell:' || ref, account, -amount FROM large_sale`,
  `INSERT INTO ledger_balances (account, on_hand_version) SELECT account, count(*) + 1 FROM large_sale GROUP BY account
   ON CONFLICT (account) DO UPDATE SET on_hand_version = ledger_balances.on_hand_version + excluded.on_hand_version`,
  `INSERT INTO orders (id, checkout_id, line_no, user_id, product_id, product_name, category, discord_username, minecraft_name,
          quantity, coins, total_cents, cash_cents, earnings, status, payment_status, priority, version, created_at, due_at,
          completed_at, archived_at, cancelled_at)
   SELECT o.id, checkout.id, line_no, o.user_id, product_id, product_name, category, lower(o.buyer) || '.chat', o.buyer || '_mc',
          quantity, coins, cash_cents, cash_cents,
          CASE WHEN status IN ('completed', 'archived') THEN 'booked' ELSE 'pending' END, status, CASE WHEN o.is_void THEN 'void' ELSE 'paid' END, i % 40 = 0,
          CASE status WHEN 'pending' THEN 1 WHEN 'archived' THEN 3 ELSE 2 END, o.created_at,
          CASE WHEN status IN ('pending', 'processing') THEN now() + interval '1 hour' * (24 + pick % 300)
               ELSE o.created_at + interval '24 hours' END,
          CASE WHEN status IN ('completed', 'archived') THEN o.created_at + interval '2 hours' END,
          CASE WHEN status = 'archived' THEN o.created_at + interval '26 hours' END,
          CASE WHEN status = 'cancelled' THEN o.created_at + interval '24 hours' END
     FROM large_order o JOIN large_checkout checkout USING (c)`,
  `INSERT INTO order_history (order_id, version, from_status, to_status, actor, created_at)
   SELECT id, step.version, from_status, to_status, 'shop', created_at FROM large_order JOIN ${STEPS} USING (status)`,
  `${EVENTS} SELECT gen_random_uuid(), type, 'order', id::text, step.version, created_at, created_at
     FROM large_order JOIN ${STEPS} USING (status)`,
  `${EVENTS} SELECT gen_random_uuid(), type, 'checkout', ref, step.version, created_at, created_at
     FROM large_checkout JOIN ${CHECKOUT_STEPS} USING (is_void)`,
];
