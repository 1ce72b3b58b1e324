/** Growth of the classes that durations are counted in; a time read from a class is off by 5 % at most. */
const CLASS_GROWTH = 1.1;
const classOf = (duration: string): string =>
  `floor(ln(greatest(extract(epoch FROM ${duration})::float8, 1)) / ln(${CLASS_GROWTH}::float8))::int::text`;

/** Minutes in the middle of a class of durations. */
export const minutesOfClass = (durationClass: number): number => CLASS_GROWTH ** (durationClass + 0.5) / 60;

/** Longest time between two purchases of a buyer that is told apart, days: no period is longer. */
export const LONGEST_GAP = 90;

/** Cents of a payment in dollars; other money is counted without its amount. */
const inDollars = (table: string): string => `CASE currency WHEN 'usd' THEN ${table}amount_cents ELSE 0 END`;

const isIn = (column: string): string => `${column} >= $1::timestamptz AND ${column} < $2::timestamptz`;

/**
 * SQL of what happened from $1 to before $2, one row each: at, name, key, number, cents. Each time is one that a row
 * keeps, so that an hour that is over changes only with a correction.
 */
const EVENTS = [
  `SELECT created_at, part.name, method, 1, 0 FROM checkouts
     CROSS JOIN LATERAL (VALUES ('placed', true), ('placed-paid', paid_at IS NOT NULL)) AS part (name, is_so)
    WHERE ${isIn('created_at')} AND part.is_so`,
  `SELECT c.paid_at, part.name, part.key, part.n, part.cents
     FROM checkouts c
     CROSS JOIN LATERAL (VALUES ('paid', c.method, 1, c.total_cents), ('credit', '', 0, c.credit_cents),
       ('bonus', '', 0, c.bonus_cents)) AS part (name, key, n, cents)
    WHERE ${isIn('c.paid_at')}`,
  // By days since the buyer's purchase before, so that each buyer of a period is counted with the first purchase in it.
  `SELECT c.paid_at, 'buyer', CASE WHEN earlier.at IS NULL THEN 'first' ELSE least((c.paid_at AT TIME ZONE 'UTC')::date
            - (earlier.at AT TIME ZONE 'UTC')::date, ${LONGEST_GAP})::text END, 1, 0
     FROM checkouts c
     LEFT JOIN LATERAL (SELECT p.paid_at AS at FROM checkouts p
       WHERE p.user_id = c.user_id AND p.paid_at IS NOT NULL AND p.state <> 'refunded' AND (p.paid_at, p.id) < (c.paid_at, c.id)
       ORDER BY p.paid_at DESC, p.id DESC LIMIT 1) AS earlier ON true
    WHERE ${isIn('c.paid_at')} AND c.state <> 'refunded'`,
  `SELECT c.paid_at, 'kept', '', 1, kept.cents
     FROM checkouts c
     CROSS JOIN LATERAL (SELECT sum(o.total_cents) AS cents FROM orders o
       WHERE o.checkout_id = c.id AND o.payment_status <> 'refunded') AS kept
    WHERE ${isIn('c.paid_at')} AND kept.cents IS NOT NULL`,
  `SELECT c.paid_at, part.name, part.key, part.n, part.cents
     FROM checkouts c JOIN orders o ON o.checkout_id = c.id
     CROSS JOIN LATERAL (VALUES ('orders', '', 1, 0), ('goods', o.product_id::text, o.quantity, o.total_cents))
       AS part (name, key, n, cents)
    WHERE ${isIn('c.paid_at')}`,
  // Orders that went back whole, when the last of their worth did.
  `SELECT back.at, part.name, part.key, -part.n, -part.cents
     FROM (SELECT order_id FROM refunds WHERE ${isIn('created_at')} AND order_id IS NOT NULL
           UNION SELECT split_part(idempotency_key, ':', 3)::int FROM ledger_journal
            WHERE ${isIn('created_at')} AND idempotency_key LIKE 'reverse:order:%') AS heard (id)
     JOIN orders o USING (id)
     JOIN checkouts c ON c.id = o.checkout_id AND c.paid_at IS NOT NULL
     CROSS JOIN LATERAL (SELECT greatest(
       (SELECT max(r.created_at) FROM refunds r WHERE r.order_id = o.id),
       (SELECT max(j.created_at) FROM ledger_journal j WHERE j.idempotency_key = 'reverse:order:' || o.id
          OR j.idempotency_key >= 'reverse:order:' || o.id || ':' AND j.idempotency_key < 'reverse:order:' || o.id || ';')
       ) AS at) AS back
     CROSS JOIN LATERAL (VALUES ('orders', '', 1, 0), ('goods', o.product_id::text, o.quantity, o.total_cents))
       AS part (name, key, n, cents)
    WHERE o.payment_status = 'refunded' AND ${isIn('back.at')}`,
  // Refunds of orders that credit paid alone.
  `SELECT j.created_at, 'refunded', '', 1, 0
     FROM ledger_journal j JOIN orders o ON j.idempotency_key = 'reverse:order:' || o.id
    WHERE ${isIn('j.created_at')} AND j.idempotency_key LIKE 'reverse:order:%' AND o.kind = 'purchase' AND o.cash_cents = 0
      AND o.payment_status = 'refunded'`,
  // One that was made at the provider is of several orders, but is one refund.
  `SELECT r.created_at, 'refunded', '', (r.part_of IS NULL AND NOT EXISTS (SELECT FROM refunds o
            WHERE o.payment_id = r.payment_id AND o.provider_ref = r.provider_ref AND o.id < r.id))::int, r.amount_cents
     FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE ${isIn('r.created_at')} AND p.state = 'settled'`,
  // Money that went back at the provider beyond the orders.
  `SELECT u.made_at, 'refunded', '', (NOT EXISTS (SELECT FROM refunds r
            WHERE r.payment_id = u.payment_id AND r.provider_ref = u.provider_ref))::int, u.amount_cents
     FROM unbooked_refunds u JOIN payments p ON p.id = u.payment_id
    WHERE ${isIn('u.made_at')} AND u.amount_cents > 0 AND p.state = 'settled'`,
  `SELECT created_at, 'stranded', '', 1, ${inDollars('')} FROM payments
    WHERE ${isIn('created_at')} AND state = 'stranded'`,
  `SELECT j.created_at, CASE WHEN l.account LIKE 'coins%' THEN 'coins'
            WHEN l.account LIKE 'credit:%' THEN 'credit-back' ELSE 'bonus-back' END,
          CASE WHEN j.idempotency_key LIKE 'join-reward:%' THEN 'reward' ELSE '' END,
          CASE WHEN l.account LIKE 'coins%' THEN -l.delta ELSE 0 END,
          CASE WHEN l.account LIKE 'coins%' THEN 0 ELSE l.delta END
     FROM ledger_journal j JOIN ledger_lines l USING (idempotency_key)
    WHERE ${isIn('j.created_at')}
      AND (l.account IN ('coins', 'coins-held') AND (j.idempotency_key LIKE 'sell:%'
             OR j.idempotency_key LIKE 'reverse:order:%' OR j.idempotency_key LIKE 'restock:%'
             OR j.idempotency_key LIKE 'join-reward:%')
           OR (l.account LIKE 'credit:%' OR l.account LIKE 'bonus:%') AND j.idempotency_key LIKE 'reverse:order:%')`,
  `SELECT o.completed_at, 'delivered', ${classOf('o.completed_at - c.paid_at')}, 1, 0
     FROM orders o JOIN checkouts c ON c.id = o.checkout_id
    WHERE ${isIn('o.completed_at')} AND o.kind = 'purchase' AND o.completed_at >= c.paid_at`,
  `SELECT d.created_at, 'dispute', 'open', 1, ${inDollars('d.')}
     FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE ${isIn('d.created_at')}`,
  `SELECT d.closed_at, 'dispute', d.state, 1, ${inDollars('d.')}
     FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE ${isIn('d.closed_at')} AND d.state <> 'open'`,
  `SELECT created_at, 'ticket', '', 1, 0 FROM tickets WHERE ${isIn('created_at')}`,
  `SELECT first.at, 'answer', ${classOf('first.at - t.created_at')}, 1, 0
     FROM (SELECT ticket_id FROM ticket_messages WHERE side = 'staff' AND ${isIn('created_at')}
           UNION SELECT id FROM tickets WHERE response IS NOT NULL AND ${isIn('ended_at')}) AS heard (id)
     JOIN tickets t USING (id)
     CROSS JOIN LATERAL (SELECT least(
       (SELECT min(m.created_at) FROM ticket_messages m WHERE m.ticket_id = t.id AND m.side = 'staff'),
       CASE WHEN t.response IS NOT NULL THEN t.ended_at END) AS at) AS first
    WHERE ${isIn('first.at')}`,
  `SELECT b.sent_at, 'post', '', 1, 0 FROM post_batches b JOIN posts p ON p.batch_id = b.id WHERE ${isIn('b.sent_at')}`,
];

/** SQL of the figures of each hour from $1 to before $2, counted from the rows of the shop: starts_at, name, key, n, cents. */
export const COUNTED_FIGURES = `
  SELECT date_trunc('hour', at, 'UTC') AS starts_at, name, key, sum(n)::bigint AS n, sum(cents)::bigint AS cents
    FROM (${EVENTS.join('\n UNION ALL ')}) AS event (at, name, key, n, cents)
   GROUP BY 1, 2, 3
  HAVING sum(n) <> 0 OR sum(cents) <> 0`;
