import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicketAnswer, pushAnswer, successAnswer } from '@pax/contracts';
import { until } from '@pax/local';
import { Redis } from 'ioredis';
import { DiscordControl } from '../support/discord-control.js';
import { subscribeBrowser } from '../support/push-control.js';
import { readRedisUrl } from '../support/run-record.js';
import { buyByCard, buyByWallet, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { findInconsistencies, assertConsistent } from './consistency.js';
import { findNoticeDifferences } from './notice-differences.js';
import { waitUntilMessagesSent } from './wait-until-idle.js';

describe('the consistency check notices', () => {
  let shop: WholeShop;
  let discord: DiscordControl;
  let order: number;

  beforeAll(async () => {
    shop = await startWholeShop();
    discord = new DiscordControl(shop);
    const buyer = await newCustomer(shop);
    const { id } = await productNamed(buyer, 'Totem of Return');
    order = (await buyByCard(buyer, [{ id, quantity: 1 }])).orders[0] ?? 0;
    await buyByWallet(buyer, [{ id, quantity: 1 }]);
    await assertConsistent(shop);
  }, 120_000);
  afterAll(async () => shop.stop(), 60_000);

  /** Breaks the data, checks, repairs it. */
  async function findInconsistenciesWhile(breaking: string, repairing: string): Promise<string> {
    await shop.database.query(breaking);
    const faults = await findInconsistencies(shop);
    await shop.database.query(repairing);
    return faults.join('\n');
  }

  it('a balance that moved without an entry', async () => {
    const by = (coins: number): string =>
      `UPDATE ledger_balances SET balance = balance + ${coins} WHERE account = 'coins'`;
    expect(await findInconsistenciesWhile(by(5), by(-5))).toContain('c1-balance-is-sum-of-entries');
  }, 60_000);

  it.each([
    ['stripe', /pi_\w+: booked \d+, captured \d+/],
    ['paypal', /^\w{17}: booked \d+, captured \d+/m],
  ])(
    'a payment that is not what %s took',
    async (provider, difference) => {
      const by = (cents: number): string =>
        `UPDATE payments SET amount_cents = amount_cents + ${cents} WHERE provider = '${provider}'`;
      expect(await findInconsistenciesWhile(by(1), by(-1))).toMatch(difference);
    },
    60_000,
  );

  it('an event without a post', async () => {
    const event = `'order', '${order}', 99`;
    const faults = await findInconsistenciesWhile(
      `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, published_at)
       SELECT gen_random_uuid(), 'order.completed', ${event}, now()`,
      `DELETE FROM outbox_events WHERE (aggregate, aggregate_id, version) = (${event})`,
    );
    expect(faults).toContain(`#history: order ${order} has 1 events and 0 posts`);
  }, 60_000);

  it('a job that failed for good', async () => {
    const redis = new Redis(readRedisUrl(shop.dataDir));
    await redis.zadd('pax:posts-orders:failed', 1, 'lost');
    expect((await findInconsistencies(shop)).join('\n')).toBe('queue posts-orders: 1 failed');
    await redis.zrem('pax:posts-orders:failed', 'lost');
    redis.disconnect();
  }, 60_000);

  it('a post that came twice, a ping, a call that was wrong', async () => {
    const embeds = [{ title: `#${order} · Elytra × 1` }];
    await discord.sendAsBot('orders', { embeds });
    await discord.sendAsBot('stock', { content: '@everyone', allowed_mentions: { parse: ['everyone'] } });
    // In a channel without posts: elsewhere its rate limit would answer first.
    await discord.sendAsBot('tickets', {});
    const faults = (await findInconsistencies(shop)).join('\n');
    expect(faults).toContain(`#orders: order ${order} has 1 events and 2 posts`);
    expect(faults).toMatch(/no batch is the message \d+/);
    expect(faults).toMatch(/pinged: .*"everyone":true/);
    expect(faults).toMatch(/Discord answered 400 to POST/);
  }, 60_000);

  it('a notice without its direct message, one that Discord does not have, a mail that nobody took, a push message that nobody saw', async () => {
    const buyer = await signInWithDiscord(shop, 'tinkerfox');
    const { publicKey } = await buyer.get('/api/account/push', pushAnswer);
    const browser = await subscribeBrowser(shop, publicKey);
    await buyer.send('PUT', '/api/account/push', { ...browser, language: 'en' }, successAnswer);
    const { id } = await productNamed(buyer, 'Totem of Return');
    await buyByCard(buyer, [{ id, quantity: 1 }]);
    await waitUntilMessagesSent(shop);
    const isPushed = async (): Promise<boolean> =>
      (await shop.database.query(`SELECT FROM push_sends WHERE state = 'sent'`)).rows.length === 1;
    await until(isPushed, { deadlineMs: 15_000, what: 'a push message' });
    expect(await findNoticeDifferences(shop, [])).toEqual([]);
    await shop.database.query(`UPDATE direct_messages SET nonce = 'other', event_id = gen_random_uuid()`);
    await shop.database.query(`INSERT INTO mails (kind, about, state) VALUES ('notice', 'n0', 'sent')`);
    const letter = { name: 'Fox', email: 'fox@mail.example', subject: 'Coins', message: 'Where are they?' };
    const ticket = await buyer.send('POST', '/api/support-tickets', letter, createTicketAnswer);
    await shop.database.query(
      `WITH address AS (INSERT INTO receipt_addresses VALUES ($1, 'tinkerfox@mail.example', 'en') RETURNING user_id)
       INSERT INTO notices (event_id, user_id, kind, content, created_at)
       SELECT gen_random_uuid(), user_id, 'ticket', jsonb_build_object('ticket', jsonb_build_object('id', $2::int)), now()
         FROM address`,
      [buyer.id, ticket.id],
    );
    const { endpoint } = await subscribeBrowser(shop, publicKey);
    await shop.database.query('UPDATE push_subscriptions SET endpoint = $1', [endpoint]);
    const unknown = { raw: 'Message-ID: <notice-n9@127.0.0.1>' };
    const found = (await findNoticeDifferences(shop, [unknown])).join('\n');
    expect(found).toMatch(/notice \d+ \(paid\) has no direct message/);
    expect(found).toMatch(/notice \d+ \(ticket\) has no mail/);
    expect(found).toMatch(/direct message paid of checkout:\S+ is sent, and Discord made 0/);
    expect(found).toContain('mail notice-n0 counts as sent, and the server took none');
    expect(found).toContain('mail 0 belongs to no row');
    expect(found).toContain(`${endpoint} was sent 1, perhaps 0 more, lost 0, and showed 0`);
    await shop.database.query(`DELETE FROM mails WHERE about = 'n0'`);
  }, 60_000);
});
