/**
 * Broken rows, each with the invariants that must notice. Checkouts: `done` has two lines, one order completed and one
 * cancelled; `open` holds goods; `gone` was cancelled. Order 3 is by crypto and unconfirmed, order 4 void.
 */
export const BROKEN_ROWS: [bug: string, sql: string, noticed: string[]][] = [
  [
    'an event posted twice in a channel',
    `DROP INDEX posts_once; INSERT INTO posts (event_id, type, channel, content, occurred_at) SELECT gen_random_uuid(), 'test', 'error', '{}', now(); INSERT INTO posts (event_id, type, channel, content, occurred_at) SELECT event_id, type, channel, content, occurred_at FROM posts WHERE type = 'test'`,
    ['e2-one-post-per-event-and-channel'],
  ],
  [
    'a balance written past the ledger',
    `UPDATE ledger_balances SET balance = balance + 1 WHERE account = 'stock:1'`,
    ['c1-balance-is-sum-of-entries'],
  ],
  [
    'a list ordered by what no account has',
    `UPDATE user_balances SET balance = balance + 1 WHERE kind = 'credit'`,
    ['c1-lists-follow-balances'],
  ],
  [
    'a count of what is not there',
    `UPDATE list_counts SET n = n + 1 WHERE list = 'users:present'`,
    ['c1-lists-are-counted'],
  ],
  [
    'a message that its ticket does not count',
    `INSERT INTO tickets (name, email, subject, message, priority, status, ended_at) VALUES ('', '', '', '', 'low', 'closed', now()); INSERT INTO ticket_messages (ticket_id, side, text) SELECT max(id), 'sender', '' FROM tickets`,
    ['t1-ticket-messages-are-counted'],
  ],
  [
    'an entry without its balance',
    `DELETE FROM ledger_lines WHERE idempotency_key LIKE 'sell:%' AND account = 'held:1'`,
    ['c1-balance-is-sum-of-entries', 's3-sold-equals-ordered'],
  ],
  [
    'a second step that nobody can pass',
    `INSERT INTO second_steps (user_id, created_at) SELECT min(id), now() FROM users`,
    ['second-step-has-a-way'],
  ],
  [
    'goods sold that were not there',
    `INSERT INTO ledger_journal VALUES ('hold:x:1', NULL, 'bug', 'bug'); INSERT INTO ledger_lines (idempotency_key, account, delta) VALUES ('hold:x:1', 'stock:1', -500)`,
    ['c1-never-below-zero'],
  ],
  [
    'goods released twice',
    `INSERT INTO ledger_journal SELECT idempotency_key || 'x', NULL, reason, actor FROM ledger_journal WHERE idempotency_key LIKE 'release:%'; INSERT INTO ledger_lines (idempotency_key, account, delta) SELECT idempotency_key || 'x', account, delta FROM ledger_lines WHERE idempotency_key LIKE 'release:%'`,
    ['c6-unpaid-gives-everything-back'],
  ],
  [
    'one line of two sold',
    `DELETE FROM ledger_lines WHERE idempotency_key LIKE 'sell:%' AND account = 'held:2'`,
    ['s3-sold-equals-ordered', 'c6-unpaid-gives-everything-back'],
  ],
  [
    'the other product sold',
    `UPDATE ledger_lines SET account = 'held:3' WHERE idempotency_key LIKE 'sell:%' AND account = 'held:2'`,
    ['s3-sold-equals-ordered'],
  ],
  [
    'held below 0',
    `UPDATE ledger_balances SET balance = -1 WHERE account = 'held:1'`,
    ['s2-held-not-negative'],
  ],
  [
    'held without an owner',
    `UPDATE ledger_balances SET balance = balance + 2 WHERE account = 'held:1'`,
    ['s5-holds-belong-to-living-checkouts'],
  ],
  [
    'ended before the goods came back',
    `UPDATE checkouts SET state = 'expired', ended_at = now() WHERE state = 'open'`,
    ['s5-states-say-who-holds', 's5-holds-belong-to-living-checkouts', 'p7-checkouts-walk-legal-paths'],
  ],
  [
    'a checkout forgotten',
    `UPDATE checkouts SET session_expires_at = now() - interval '2 days' WHERE state = 'open'`,
    ['s5-nothing-is-held-for-ever'],
  ],
  [
    'a payment that was confirmed for longer than its hours',
    `UPDATE checkouts SET method = 'card', hold_until = now() - interval '2 hours' WHERE state = 'confirming'`,
    ['s5-nothing-is-held-for-ever'],
  ],
  [
    'a hold that is kept though it was let go',
    `UPDATE checkouts SET hold_ended_at = now(), holding = false WHERE state = 'confirming'`,
    ['s5-holds-belong-to-living-checkouts', 'c6-unpaid-gives-everything-back'],
  ],
  [
    'a crypto order that never lapsed',
    `UPDATE checkouts SET session_expires_at = now() - interval '2 days' WHERE method = 'crypto'`,
    ['s5-nothing-is-held-for-ever'],
  ],
  [
    'a crypto order paid for that nobody confirmed',
    `UPDATE orders SET payment_status = 'paid' WHERE id = 3`,
    ['p6-crypto-orders-follow-their-checkout'],
  ],
  [
    'a crypto order completed that nobody confirmed',
    `UPDATE orders SET status = 'completed' WHERE id = 3`,
    ['p6-crypto-orders-follow-their-checkout'],
  ],
  [
    'a crypto checkout that failed, without its orders',
    `UPDATE orders SET payment_status = 'unconfirmed' WHERE id = 4`,
    ['p6-crypto-orders-follow-their-checkout'],
  ],
  [
    'a void order that is worked on',
    `UPDATE orders SET status = 'processing' WHERE id = 4`,
    ['p6-undone-orders-are-refunded'],
  ],
  [
    'points for a crypto order that nobody confirmed',
    `UPDATE orders SET points = 150 WHERE id = 3`,
    ['p2-money-adds-up'],
  ],
  [
    'an unconfirmed order by card',
    `UPDATE checkouts SET method = 'card' WHERE method = 'crypto'`,
    ['p6-crypto-orders-follow-their-checkout'],
  ],
  ['paid without money', `DELETE FROM refunds; DELETE FROM payments`, ['p2-money-adds-up']],
  ['paid with too little', `UPDATE payments SET amount_cents = 1`, ['p2-money-adds-up']],
  ['paid in another currency', `UPDATE payments SET currency = 'jpy'`, ['p2-money-adds-up']],
  [
    'an order lost',
    `DELETE FROM refunds; DELETE FROM order_history WHERE order_id = 2; DELETE FROM orders WHERE id = 2`,
    ['p2-money-adds-up', 'e1-every-change-has-its-event'],
  ],
  [
    'a cent lost in the split',
    `UPDATE orders SET cash_cents = cash_cents - 1, total_cents = total_cents - 1 WHERE id = 1`,
    ['p2-money-adds-up', 'p8-orders-charge-the-snapshot'],
  ],
  [
    'a line at -1 cent',
    `UPDATE orders SET credit_cents = credit_cents + cash_cents + 1, cash_cents = -1 WHERE id = 1`,
    ['p2-shares-not-negative', 'p2-money-adds-up'],
  ],
  [
    'money for a checkout that was never paid',
    `UPDATE payments SET checkout_id = (SELECT id FROM checkouts WHERE state = 'cancelled')`,
    ['p2-money-adds-up'],
  ],
  [
    'stranded money kept',
    `UPDATE payments SET state = 'stranded'`,
    ['p6-refunds-within-payment', 'p2-money-adds-up'],
  ],
  [
    'stranded money without a refund',
    `DELETE FROM refunds; UPDATE payments SET state = 'stranded'`,
    ['p4-one-settled-payment'],
  ],
  [
    'more given back than came in',
    `UPDATE refunds SET amount_cents = 100000`,
    ['p6-refunds-within-payment', 'p6-undone-orders-are-refunded'],
  ],
  [
    'cancelled without a refund',
    `DELETE FROM refunds`,
    ['p6-undone-orders-are-refunded', 'p6-refunds-within-payment'],
  ],
  [
    'waiting, though it was made twice',
    `UPDATE refunds SET state = 'manual', done_at = NULL, provider_ref = NULL; INSERT INTO unbooked_refunds SELECT id, 're_again', 1, now() FROM payments`,
    ['p6-nothing-waits-twice'],
  ],
  [
    'waiting, though a dispute took it',
    `UPDATE refunds SET state = 'manual', done_at = NULL, provider_ref = NULL; INSERT INTO disputes (payment_id, provider_ref, amount_cents, state, closed_at) SELECT id, 'du_lost', 1, 'lost', now() FROM payments`,
    ['p6-nothing-waits-twice'],
  ],
  ['given back and delivered', `UPDATE refunds SET order_id = 1`, ['p6-undone-orders-are-refunded']],
  ['done without a time', `UPDATE refunds SET done_at = NULL`, ['p6-undone-orders-are-refunded']],
  ['done without the provider', `UPDATE refunds SET provider_ref = NULL`, ['p6-undone-orders-are-refunded']],
  [
    'all back, but called paid',
    `UPDATE orders SET payment_status = 'refunded'`,
    ['p6-undone-orders-are-refunded'],
  ],
  [
    'cancelled, goods kept',
    `DELETE FROM ledger_lines WHERE idempotency_key LIKE 'reverse:%' AND account LIKE 'stock:%'`,
    ['c3-cancelled-goes-back-once'],
  ],
  [
    'points that an earlier version booked kept after a cancel',
    `UPDATE orders SET earnings = 'at_payment' WHERE id = 2`,
    ['c3-cancelled-goes-back-once', 'c3-earned-with-delivery'],
  ],
  [
    'points without the delivery',
    `UPDATE ledger_lines SET idempotency_key = 'earn:order:2' WHERE idempotency_key = 'earn:order:1'`,
    ['c3-earned-with-delivery'],
  ],
  [
    'a reward for nothing',
    `INSERT INTO rewards (user_id, key, code, points_cost, redeemed_at, expires_at) VALUES (2, 'free-delivery', 'x', 300, now(), now())`,
    ['c4-rewards-are-paid-for-once', 'c4-rewards-are-used-once'],
  ],
  [
    'a reward for less',
    `UPDATE rewards SET points_cost = points_cost + 1 WHERE id = 1`,
    ['c4-rewards-are-paid-for-once'],
  ],
  [
    'a reward paid for by somebody else',
    `UPDATE ledger_lines SET account = 'points:3' WHERE idempotency_key = 'redeem:1' AND account LIKE 'points:%'`,
    ['c4-rewards-are-paid-for-once'],
  ],
  [
    'points spent for no reward',
    `DELETE FROM role_grants; DELETE FROM rewards WHERE id = 2`,
    ['c4-rewards-are-paid-for-once'],
  ],
  [
    'a code free again while its purchase is paid',
    `UPDATE ledger_balances SET balance = 1 WHERE account = 'reward:1'`,
    ['c4-rewards-are-used-once', 'c1-balance-is-sum-of-entries'],
  ],
  [
    'a code in two purchases',
    `UPDATE checkouts SET reward_id = 1 WHERE state = 'paid' OR state = 'open'`,
    ['s5-holds-belong-to-living-checkouts'],
  ],
  [
    'a code of another account',
    `UPDATE rewards SET user_id = 3 WHERE id = 1`,
    ['c4-rewards-are-used-once', 'c4-rewards-are-paid-for-once'],
  ],
  [
    'a code used without its purchase',
    `DELETE FROM ledger_lines WHERE idempotency_key LIKE 'sell:%' AND account = 'reward-held:1'`,
    ['s3-sold-equals-ordered', 'c1-balance-is-sum-of-entries'],
  ],
  [
    'credit of a reward not given',
    `DELETE FROM ledger_lines WHERE idempotency_key = 'use:2' AND account LIKE 'credit:%'`,
    ['c4-rewards-are-used-once'],
  ],
  [
    'a reward changed without an event',
    `UPDATE ledger_balances SET version = version + 1 WHERE account LIKE 'reward:%'`,
    ['e1-every-change-has-its-event'],
  ],
  [
    'no commission for a completed order',
    `DELETE FROM ledger_lines WHERE idempotency_key LIKE 'commission:%'`,
    ['c3-commission-with-completion'],
  ],
  [
    'a part counted as given back that never went',
    `UPDATE orders SET refunded_cents = 300, payment_status = 'partly_refunded' WHERE id = 1`,
    ['p6-undone-orders-are-refunded', 'c3-cancelled-goes-back-once'],
  ],
  [
    'commission kept after a refund',
    `UPDATE orders SET payment_status = 'refunded' WHERE id = 1`,
    ['c3-commission-with-completion', 'c3-cancelled-goes-back-once'],
  ],
  [
    'goods back on the shelf that nobody gave back',
    `INSERT INTO ledger_journal VALUES ('restock:1', NULL, 'bug', 'bug'); INSERT INTO ledger_lines (idempotency_key, account, delta) VALUES ('restock:1', 'stock:1', 2)`,
    ['c3-cancelled-goes-back-once'],
  ],
  [
    'commission before the delivery',
    `UPDATE orders SET status = 'processing' WHERE id = 1`,
    ['c3-commission-with-completion', 'p7-orders-walk-legal-paths'],
  ],
  [
    'spending not counted',
    `UPDATE users SET total_spent_cents = total_spent_cents - 500 WHERE id = 2`,
    ['p2-spent-covers-kept-orders'],
  ],
  [
    'a step skipped',
    `UPDATE order_history SET from_status = 'pending', to_status = 'archived' WHERE order_id = 1 AND version = 2`,
    ['p7-orders-walk-legal-paths'],
  ],
  [
    'a change without an event',
    `UPDATE checkouts SET version = version + 1`,
    ['e1-every-change-has-its-event'],
  ],
  [
    'an account changed without an event',
    `UPDATE users SET version = version + 1`,
    ['e1-every-change-has-its-event'],
  ],
  [
    'a product changed without an event',
    `UPDATE products SET version = version + 1`,
    ['e1-every-change-has-its-event'],
  ],
  [
    'a balance changed without an event',
    `UPDATE ledger_balances SET version = version + 1 WHERE account LIKE 'credit:%'`,
    ['e1-every-change-has-its-event'],
  ],
  ['an event lost', `DELETE FROM outbox_events WHERE type = 'order.paid'`, ['e1-every-change-has-its-event']],
  [
    'an event of nothing',
    `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version) VALUES (gen_random_uuid(), 'order.paid', 'order', '999', 1)`,
    ['e1-every-change-has-its-event'],
  ],
  [
    'an event never sent on',
    `UPDATE outbox_events SET published_at = NULL, occurred_at = now() - interval '1 hour' WHERE type = 'order.paid'`,
    ['e2-nothing-waits-in-the-outbox'],
  ],
  [
    'an event that was due long ago and not told',
    `UPDATE outbox_events SET tell_at = now() - interval '1 hour' WHERE type = 'order.completed'`,
    ['e2-nothing-waits-in-the-outbox'],
  ],
  [
    'an undone act that was told',
    `UPDATE outbox_events SET tell_at = 'infinity' WHERE type = 'order.completed'`,
    ['u1-undone-was-never-told'],
  ],
  [
    'an act that never fell due',
    `INSERT INTO undoable_acts (thing, version, act, actor, before, event_ids, due_at)
     VALUES ('order:1', 2, 'order.process', 'user:7', '{}', '{}', now() - interval '1 hour')`,
    ['u1-undone-was-never-told'],
  ],
  [
    'a join reward without coins and claim',
    `UPDATE orders SET kind = 'join_reward' WHERE id = 1`,
    ['c5-join-reward-once'],
  ],
  [
    'a join reward claimed without an order of it',
    `INSERT INTO join_claims (order_id, user_id, discord_id) VALUES (2, 2, '1')`,
    ['c5-join-reward-once'],
  ],
  [
    'a step of an order without its notice',
    `DELETE FROM notices WHERE kind = 'delivered'`,
    ['e4-one-notice-per-event'],
  ],
  ['a gap in a room', `DELETE FROM stream_messages WHERE seq = 2`, ['e3-rooms-are-dense']],
  [
    'a room that does not reach back far enough',
    `DELETE FROM stream_messages WHERE seq = 1`,
    ['e3-rooms-are-dense'],
  ],
];
