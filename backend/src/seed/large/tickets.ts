/** Tickets of accounts and visitors, the oldest answered or closed, the newest waiting. */
export const TICKETS = `
  CREATE TEMP TABLE large_ticket ON COMMIT DROP AS
  SELECT no AS n, nextval('tickets_id_seq')::int AS id, no % 5 < 2 AS is_visitor, sender.id AS user_id, sender.name,
         now() - interval '300 days' * (1 - no::float / $1) AS created_at,
         (ARRAY['Where is my order', 'Wrong name at checkout', 'Coins have not arrived', 'Question about a base',
                'Discord role is missing', 'Refund please'])[1 + no % 6] AS subject,
         (ARRAY['low', 'medium', 'medium', 'high', 'urgent'])[1 + no % 5] AS priority,
         CASE WHEN no > $1 * 0.9 THEN (ARRAY['open', 'in_progress'])[1 + no % 2]
              ELSE (ARRAY['resolved', 'resolved', 'closed'])[1 + no % 3] END AS status
    FROM generate_series(1, $1::int) AS ticket (no) JOIN large_user sender ON sender.n = 1 + abs(hashint4(no)::bigint) % $2;
`;

export const TICKET_ROWS = [
  `INSERT INTO tickets (id, user_id, name, email, subject, message, priority, status, response, tier, priority_support,
          token_hash, version, created_at, ended_at)
   SELECT id, CASE WHEN NOT is_visitor THEN user_id END, name, lower(name) || '@example.org', subject || ' ' || n,
          subject || '? I was online yesterday evening from eight to ten near the spawn and waited at the lantern, but '
            || 'nobody came. My name in game is ' || name || '_mc. Thanks, ' || name,
          priority, status, CASE WHEN status = 'resolved' THEN 'It is on its way. Please stay online for ten minutes.' END,
          'bronze', n % 50 = 0, CASE WHEN is_visitor THEN encode(sha256(convert_to('large' || n, 'UTF8')), 'hex') END,
          CASE WHEN status = 'open' THEN 1 ELSE 2 END, created_at,
          CASE WHEN status IN ('resolved', 'closed') THEN created_at + interval '5 hours' END
     FROM large_ticket`,
  `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, occurred_at, published_at)
   SELECT gen_random_uuid(), type, 'ticket', id::text, step.version, created_at, created_at
     FROM large_ticket JOIN (VALUES ('open', 1, 'ticket.opened'), ('in_progress', 1, 'ticket.opened'), ('in_progress', 2, 'ticket.taken'),
       ('resolved', 1, 'ticket.opened'), ('resolved', 2, 'ticket.answered'), ('closed', 1, 'ticket.opened'), ('closed', 2, 'ticket.closed')
     ) AS step (status, version, type) USING (status)`,
];
