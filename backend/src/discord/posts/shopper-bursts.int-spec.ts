import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostContent } from '@pax/contracts';
import { orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { Transactions } from '../../platform/database/transaction.js';
import { COINS, stockAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';

describe('posts for shoppers that wait (OWN-1515)', () => {
  let shop: DiscordShop;
  let fence: number;
  let entries = 0;
  beforeAll(async () => {
    shop = await startDiscordShop({
      DISCORD_CHANNEL_PURCHASES: '500000000000000018',
      DISCORD_CHANNEL_RESTOCKS: '500000000000000019',
    });
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const change = async (accounts: readonly string[], delta: number): Promise<void> => {
    entries += 1;
    const entry = { idempotencyKey: `spec:${entries}`, reason: 'spec', actor: 'shop' };
    const lines = accounts.map((account) => ({ account, delta }));
    await shop.app.get(Transactions).run((tx) => book(tx, entry, lines));
    await shop.relayed();
  };
  const send = async (channel: 'purchases' | 'restocks'): Promise<PostContent[]> =>
    (await shop.send(channel, fence)).posts.map(({ content }) => content);

  it('count equal purchases in one post, and name each who agreed in a post of their own', async () => {
    const orders = [await shop.order(), await shop.order(), await shop.order()];
    await shop.database.query(
      `UPDATE users SET named_in_purchases = true WHERE id = (SELECT user_id FROM orders WHERE id = $1)`,
      [orders[1]],
    );
    // The account had not agreed yet when its purchase was posted.
    const lost = await shop.claim('purchases', fence);
    expect(lost.posts.map(({ content }) => content)).toMatchObject([{ buyer: null, count: 3 }]);
    const [agreed = 0] = orders.slice(1);
    await shop.append(orderEvent('order.confirmed', agreed, 2));
    expect(await send('purchases')).toEqual([
      { kind: 'purchase', buyer: null, productName: 'Elytra', quantity: 1, count: 3 },
      { kind: 'purchase', buyer: expect.any(String), productName: 'Elytra', quantity: 1, count: 1 },
    ]);
    expect(await shop.postStates('purchases')).toEqual(['counted', 'counted', 'sent', 'sent']);
  });

  it('are not written for what was free, given or not paid, and are not edited by a refund', async () => {
    const sent = await shop.order();
    await send('purchases');
    await shop.database.query(`UPDATE orders SET payment_status = 'refunded' WHERE id = $1`, [sent]);
    await shop.append(orderEvent('order.refunded', sent, 2));
    expect(await shop.claimEdit('purchases', fence)).toBeNull();
    const changes = [
      `payment_status = 'refunded'`,
      `total_cents = 0, cash_cents = 0`,
      `kind = 'join_reward'`,
    ];
    const before = await shop.postStates('purchases');
    for (const [at, set] of changes.entries()) {
      const id = await shop.order();
      await shop.database.query('DELETE FROM posts WHERE order_id = $1', [id]);
      await shop.database.query(`UPDATE orders SET ${set} WHERE id = $1`, [id]);
      await shop.append(orderEvent('order.confirmed', id, at + 2));
    }
    expect(await shop.postStates('purchases')).toEqual(before);
    expect(await shop.claimNothing('purchases', fence)).toBeNull();
  });

  it('are counted in one beyond twenty', async () => {
    await shop.database.query(
      `INSERT INTO posts (event_id, type, channel, content, occurred_at)
       SELECT gen_random_uuid(), 'order.paid', 'purchases',
              jsonb_build_object('kind', 'purchase', 'buyer', 'Nova', 'productName', 'Block ' || n % 12, 'quantity', 1, 'count', 1), now()
         FROM generate_series(1, 20) AS n`,
    );
    expect((await shop.claim('purchases', fence)).posts).toHaveLength(10);
    await shop.order();
    const [summary] = await send('purchases');
    expect(summary).toMatchObject({ kind: 'counted', of: 'purchases', count: 21 });
    const lines = summary?.kind === 'counted' ? summary.lines : [];
    expect(lines.slice(0, 2)).toEqual([
      { what: 'Block 1', count: 2 },
      { what: 'Block 2', count: 2 },
    ]);
    expect(lines).toHaveLength(10);
    expect(JSON.stringify(summary)).not.toContain('Nova');
    expect(await shop.claimNothing('purchases', fence)).toBeNull();
  });

  it('say once a day that coins are back, and nothing below a million', async () => {
    await change([COINS], 500_000);
    await change([COINS], 400_000);
    await shop.claimNothing('restocks', fence);
    await change([COINS], 250_000_000);
    await change([COINS], -250_000_000);
    await change([COINS], 250_000_000);
    expect(await send('restocks')).toEqual([{ kind: 'coins_back', coinStock: 250_900_000 }]);
    expect(await shop.claimNothing('restocks', fence)).toBeNull();
  });

  it('leave out a product that was hidden meanwhile, and count many that are back', async () => {
    const ids = await Promise.all(Array.from({ length: 22 }, () => shop.product()));
    const accounts = ids.map(stockAccount);
    for (const delta of [1, -1, 3]) await change(accounts, delta);
    await shop.database.query('UPDATE products SET is_hidden = true WHERE id = $1', [ids[0]]);
    expect(await send('restocks')).toEqual([
      { kind: 'counted', of: 'restocks', count: 21, lines: [{ what: 'Elytra', count: 21 }] },
    ]);
    expect(await shop.claimNothing('restocks', fence)).toBeNull();
  });
});
