import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { buy, onePieceOf } from '../../../../test/buying.js';
import { countLockWaits } from '../../../../test/lock-waits.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import { until } from '../../../../test/until.js';

jest.setTimeout(60_000);

describe('a copy of the own data', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ RATE_LIMIT_FACTOR: '1000' });
  });
  afterAll(() => shop.close());

  it('begins ten copies a day at most, as each is read whole (OWN-580)', async () => {
    const { agent, userId } = await shop.signIn();
    const points = async (name: string, change = 0): Promise<number> => {
      const [[row]]: [{ points: number }[], number] = await shop.database.query(
        'UPDATE rate_limits SET points = points + $2 WHERE key = $1 RETURNING points',
        [`${name}:${userId}`, change],
      );
      return row?.points ?? -1;
    };
    await agent.get('/api/account/export').expect(200);
    expect(await points('export-own-data-tries')).toBe(1);
    // This shop multiplies its limits.
    expect(await points('export-own-data-tries', 10_000 - 1)).toBe(10_000);
    expect((await agent.get('/api/account/export')).body.code).toBe('RATE_LIMITED');
    // What was not begun is no copy of the day.
    expect(await points('export-own-data')).toBe(1);
  });

  it.each([
    ['cross-site', 'document'],
    ['same-origin', 'image'],
    ['same-origin', 'iframe'],
  ])('is begun by no page of another site and by no picture: %s, %s (OWN-11)', async (site, dest) => {
    const { agent } = await shop.signIn();
    const asked = () => agent.get('/api/account/export').set('sec-fetch-site', site);
    expect((await asked().set('sec-fetch-dest', dest)).body.code).toBe('ORIGIN_FORBIDDEN');
    // A refused one is no copy of the day.
    await agent.get('/api/account/export').set('sec-fetch-dest', 'empty').expect(200);
  });

  it('copies one state of the database (OWN-580)', async () => {
    const { agent, userId } = await shop.signIn();
    const client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE direct_messages IN ACCESS EXCLUSIVE MODE');
      const copied = Promise.resolve(agent.get('/api/account/export').expect(200));
      await until(
        () => countLockWaits(shop, 'own_data'),
        (waiting) => waiting > 0,
      );
      await client.query(
        `INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, state, nonce, ended_at)
         VALUES (gen_random_uuid(), $1, '1', 'spec', '{}', now(), 'dropped', gen_random_uuid()::text, now())`,
        [userId],
      );
      await client.query('COMMIT');
      expect((await copied).body).toMatchObject({ directMessages: [] });
    } finally {
      await client.end();
    }
  });

  it('has nothing of what others bought, wrote and were told', async () => {
    const other = await shop.signIn();
    await buy(other, onePieceOf(await shop.addProduct({})));
    const form = { name: 'Nova', email: 'nova@example.com', subject: 'Question', message: 'Where is it?' };
    await other.agent.post('/api/support-tickets').send(form).expect(201);
    await shop.database.query(
      `INSERT INTO mails (kind, about, state) SELECT 'ticket', max(id), 'sent' FROM tickets WHERE user_id = $1`,
      [other.userId],
    );
    const { agent } = await shop.signIn();
    const { body } = await agent.get('/api/account/export').expect(200);
    const filled = Object.entries(body).filter(([, part]) => Array.isArray(part) && part.length > 0);
    expect(filled.map(([name]) => name)).toEqual(['sessions', 'securityNotices', 'securityEvents']);
  });

  it('tells what staff did to the account without their words, and names none of them (OWN-580)', async () => {
    const { agent, userId } = await shop.signIn();
    await shop.database.query(
      `INSERT INTO audit_log (actor, action, subject, detail)
       VALUES ('user:987654', 'user.block', $1, '{"reason":"a word among staff"}')`,
      [`user:${userId}`],
    );
    const { body, text } = await agent.get('/api/account/export').expect(200);
    const told = expect.objectContaining({ action: 'user.block', byYou: false });
    expect(body).toMatchObject({ securityEvents: expect.arrayContaining([told]) });
    expect(text).not.toMatch(/a word among staff|987654/);
  });

  it('counts a copy as that of the day only when it was read to its end (OWN-580)', async () => {
    const { agent, cookie, userId } = await shop.signIn();
    // More than what waits between a reader and the file.
    await shop.database.query(
      `INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, state, nonce, ended_at)
       SELECT gen_random_uuid(), $1, '1', 'spec', jsonb_build_object('text', repeat('x', 1500)), now(), 'dropped',
              gen_random_uuid()::text, now() FROM generate_series(1, 10000)`,
      [userId],
    );
    const counted = async (): Promise<number> => {
      const [count]: { points: number }[] = await shop.database.query(
        'SELECT points FROM rate_limits WHERE key = $1',
        [`export-own-data:${userId}`],
      );
      return count?.points ?? -1;
    };
    const broken = await fetch(new URL('/api/account/export', shop.url), { headers: { cookie } });
    const reader = broken.body?.getReader();
    await reader?.read();
    expect(await counted()).toBe(1);
    await reader?.cancel();
    await until(counted, (points) => points === 0);
    const whole = await agent.get('/api/account/export').expect(200);
    expect(whole.body.account).toMatchObject({ id: userId });
    expect(whole.body.directMessages).toHaveLength(10_000);
    // It stays counted once the file is closed, which is after its reader has all of it.
    for (let look = 0; look < 50; look += 1) expect(await counted()).toBe(1);
    await shop.database.query('DELETE FROM direct_messages WHERE user_id = $1', [userId]);
  });
});
