import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Without a token nothing is done, so posts of open tickets, and posts frozen before their orders had one, are edited
 * once.
 */
export class TokensInTickets1700000000090 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE posts p SET content = jsonb_set(p.content, '{ticket,createdAt}',
               to_jsonb(to_char(date_trunc('milliseconds', t.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        FROM tickets t
       WHERE t.status IN ('open', 'in_progress') AND p.channel = 'tickets'
         AND p.content ->> 'kind' = 'ticket' AND (p.content -> 'ticket' ->> 'id')::int = t.id
         AND NOT p.content -> 'ticket' ? 'createdAt';
      UPDATE post_batches SET edit_wanted = edit_wanted + 1
       WHERE NOT gone
         AND (state = 'registered'
              OR state = 'sent' AND channel = 'tickets'
                 AND id IN (SELECT p.batch_id FROM posts p
                              JOIN tickets t ON t.id = (p.content -> 'ticket' ->> 'id')::int
                             WHERE p.channel = 'tickets' AND p.content ->> 'kind' = 'ticket'
                               AND t.status IN ('open', 'in_progress')))
    `);
  }

  async down(): Promise<void> {
    // Nothing to take back: an edit more changes no post.
  }
}
