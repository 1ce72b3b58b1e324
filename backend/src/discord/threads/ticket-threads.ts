import { postedTicket, type Channel } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedTickets } from '../../support/tickets/ticket.mapper.js';

/** Wants a thread below the post of each opened ticket, however often its event is relayed. */
export async function wantThreads(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const opened = events.filter(({ type }) => type === 'ticket.opened');
  await sql(tx).run(
    `INSERT INTO ticket_threads (ticket_id, event_id)
     SELECT ticket_id, event_id FROM unnest($1::int[], $2::uuid[]) AS opened (ticket_id, event_id)
     ON CONFLICT DO NOTHING`,
    [opened.map(({ aggregateId }) => Number(aggregateId)), opened.map(({ eventId }) => eventId)],
  );
}

/** Makes the posts that opened tickets show their newest state, sent or not, and ends their threads. */
export async function updateTicketPosts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const ids = [...new Set(events.map(({ aggregateId }) => Number(aggregateId)))];
  const tickets = await cachedTickets(tx, ids);
  for (const ticket of tickets.values())
    await sql(tx).run(
      `UPDATE posts SET content = jsonb_build_object('kind', 'ticket', 'ticket', $2::jsonb)
        WHERE channel = 'tickets' AND event_id = (SELECT event_id FROM ticket_threads WHERE ticket_id = $1)`,
      [ticket.id, JSON.stringify(postedTicket.parse(ticket))],
    );
  const edits = await sql(tx).affected(
    `UPDATE post_batches SET edit_wanted = edit_wanted + 1
      WHERE state IN ('claimed', 'registered', 'sent') AND NOT gone
        AND id IN (SELECT p.batch_id FROM posts p JOIN ticket_threads th ON th.event_id = p.event_id
                    WHERE th.ticket_id = ANY($1) AND p.channel = 'tickets')`,
    [ids],
  );
  const ended = events.filter(({ type }) => type !== 'ticket.taken');
  await sql(tx).run(
    `UPDATE ticket_threads
        SET ended = true, state = CASE WHEN state = 'wanted' AND tried_at IS NULL THEN 'dropped' ELSE state END
      WHERE ticket_id = ANY($1)`,
    [ended.map(({ aggregateId }) => Number(aggregateId))],
  );
  return edits > 0 ? ['tickets'] : [];
}
