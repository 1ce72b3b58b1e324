import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startShop, type Shop } from '../../../test/shop.js';
import { ErasePayloads } from '../../shop/inbox/erase-payloads.js';
import { ForgetOldMessages } from './forget-old-data.js';

jest.setTimeout(60_000);

describe('what is kept of a person', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ RATE_LIMIT_FACTOR: '1000' });
  });
  afterAll(() => shop.close());

  const addDirectMessages = (
    userId: number,
    { count, text, ended }: { count: number; text: string; ended: string },
  ) =>
    shop.database.query(
      `INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, state, nonce, ended_at)
       SELECT gen_random_uuid(), $1, '1', $2, jsonb_build_object('text', $3::text), now(), 'dropped',
              gen_random_uuid()::text, now() - $4::interval FROM generate_series(1, $5::int)`,
      [userId, `spec:${userId}`, text, ended, count],
    );

  it('deletes messages and mails after EVIDENCE_DAYS and mailed links half a year after they were made (OWN-586)', async () => {
    const { userId } = await shop.signIn();
    const { database } = shop;
    for (const [count, ended] of [
      [501, '541 days'],
      [2, '539 days'],
    ] as const)
      await addDirectMessages(userId, { count, text: ended, ended });
    await database.query(
      `INSERT INTO mails (kind, about, state, ended_at) VALUES
         ('receipt', 'spec-old', 'sent', now() - interval '541 days'), ('receipt', 'spec-new', 'sent', now()),
         ('receipt', 'spec-waiting', 'dropped', NULL)`,
    );
    const links = [
      ['old-of-ended', 181, true],
      ['old-of-open', 181, false],
      ['new-of-ended', 179, true],
    ] as const;
    for (const [hash, days, ended] of links)
      await database.query(
        `WITH t AS (INSERT INTO tickets (name, email, subject, message, priority, status, token_hash, ended_at)
           VALUES ('n', 'n@example.com', 's', 'm', 'medium', CASE WHEN $3 THEN 'closed' ELSE 'open' END, 'of-' || $1,
                   CASE WHEN $3 THEN now() END) RETURNING id)
         INSERT INTO ticket_links (token_hash, ticket_id, created_at)
         SELECT $1, id, now() - make_interval(days => $2) FROM t`,
        [hash, days, ended],
      );
    await shop.app.get(ForgetOldMessages).forgetDueMessages();
    const left = async (text: string): Promise<unknown[]> => database.query(text);
    expect(
      await left(
        `SELECT DISTINCT content->>'text' AS ended, count(*)::int AS n FROM direct_messages GROUP BY 1`,
      ),
    ).toEqual([{ ended: '539 days', n: 2 }]);
    expect(await left(`SELECT about FROM mails WHERE about LIKE 'spec-%' ORDER BY 1`)).toEqual([
      { about: 'spec-new' },
      { about: 'spec-waiting' },
    ]);
    expect(await left(`SELECT token_hash AS hash FROM ticket_links ORDER BY 1`)).toEqual([
      { hash: 'new-of-ended' },
      { hash: 'old-of-open' },
    ]);
    await database.query(`DELETE FROM direct_messages WHERE topic LIKE 'spec:%'`);
    await database.query(`DELETE FROM mails WHERE about LIKE 'spec-%'`);
    await database.query(`WITH gone AS (DELETE FROM ticket_links RETURNING ticket_id)
      DELETE FROM tickets WHERE token_hash LIKE 'of-%'`);
  });

  it('empties what providers sent 14 days after it was processed, and nothing that waits (OWN-586)', async () => {
    const rows = [
      ['old', `now() - interval '15 days'`],
      ['young', `now() - interval '13 days'`],
      ['waiting', 'NULL'],
    ] as const;
    for (const [id, processed] of rows)
      await shop.database.query(
        `INSERT INTO provider_messages (provider, event_id, type, payload, received_at, processed_at, next_try_at)
         VALUES ('spec', $1, 'spec', '{"payer": "somebody"}', now() - interval '16 days', ${processed}, now())`,
        [id],
      );
    await shop.app.get(ErasePayloads).eraseDuePayloads();
    await shop.app.get(ErasePayloads).eraseDuePayloads();
    const kept: { id: string }[] = await shop.database.query(
      `SELECT event_id AS id FROM provider_messages WHERE provider = 'spec' AND payload <> '{}' ORDER BY 1`,
    );
    expect(kept.map(({ id }) => id)).toEqual(['waiting', 'young']);
  });
});
