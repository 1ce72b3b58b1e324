import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostContent } from '@pax/contracts';
import { alertEvent, orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { Transactions } from '../../platform/database/transaction.js';
import { COINS, stockAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';
import { z } from 'zod';

describe('posts of stock and alerts (OWN-129, OWN-134)', () => {
  let shop: DiscordShop;
  let fence: number;
  let entries = 0;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const change = async (account: string, delta: number): Promise<void> => {
    entries += 1;
    const entry = { idempotencyKey: `spec:${entries}`, reason: 'spec', actor: 'shop' };
    await shop.app.get(Transactions).run((tx) => book(tx, entry, [{ account, delta }]));
    await shop.relayed();
  };
  const contents = async (channel: 'stock' | 'error'): Promise<PostContent[]> =>
    (await shop.send(channel, fence)).posts.map((post) => post.content);

  it('are written for a product only when it crosses 10, 0 or returns above 10', async () => {
    const id = await shop.product();
    const seen: PostContent[] = [];
    for (const delta of [12, -1, -1, -5, -5, 3, 10]) {
      await change(stockAccount(id), delta);
      if ((await shop.postStates('stock')).includes('pending')) seen.push(...(await contents('stock')));
    }
    expect(seen).toMatchObject([10, 0, 13].map((free) => ({ kind: 'stock', productId: id, stock: free })));
  });

  it('name no product that the shop does not show: one hidden, or of a later date (OWN-1160)', async () => {
    const [hidden, later] = [await shop.product(), await shop.product()];
    for (const id of [hidden, later]) await change(stockAccount(id), 12);
    await shop.database.query('UPDATE products SET is_hidden = true WHERE id = $1', [hidden]);
    await shop.database.query(`UPDATE products SET available_from = now() + interval '1 day' WHERE id = $1`, [
      later,
    ]);
    for (const id of [hidden, later]) await change(stockAccount(id), -12);
    await shop.claimNothing('stock', fence);
    await shop.database.query('UPDATE products SET is_hidden = false WHERE id = $1', [hidden]);
    // The level was followed meanwhile.
    await change(stockAccount(hidden), 12);
    expect(await contents('stock')).toMatchObject([{ productId: hidden, stock: 12 }]);
  });

  it('name no product that left the shop while they waited, hidden or deleted (OWN-1160)', async () => {
    const [hidden, deleted, kept] = [await shop.product(), await shop.product(), await shop.product()];
    for (const id of [hidden, deleted, kept])
      for (const delta of [12, -2]) await change(stockAccount(id), delta);
    const lost = await shop.claim('stock', fence);
    expect(lost.posts).toHaveLength(3);
    await change(stockAccount(hidden), -10);
    await shop.database.query('UPDATE products SET is_hidden = true WHERE id = $1', [hidden]);
    await shop.database.query('UPDATE products SET deleted_at = now() WHERE id = $1', [deleted]);
    expect(await contents('stock')).toMatchObject([{ productId: kept, stock: 10 }]);
    expect(await shop.claimNothing('stock', fence)).toBeNull();
    const left = await shop.database.query(
      `SELECT 1 FROM posts WHERE (content ->> 'productId')::int = ANY($1)`,
      [[hidden, deleted]],
    );
    expect(left).toEqual([]);
  });

  it('are written for the pool when it crosses a threshold', async () => {
    await change(COINS, 150_000_000);
    await change(COINS, -20_000_000);
    await shop.claimNothing('stock', fence);
    await change(COINS, -40_000_000);
    expect(await contents('stock')).toEqual([{ kind: 'coins', coinStock: 90_000_000, reason: 'crossed' }]);
  });

  it('are written for the pool whenever it was set', async () => {
    await shop.append({
      type: 'coins.changed',
      aggregate: 'coins',
      aggregateId: 'pool',
      version: 100,
      data: { reason: 'pool set' },
    });
    expect(await contents('stock')).toEqual([{ kind: 'coins', coinStock: 90_000_000, reason: 'set' }]);
  });

  it('tell of the set also when coins were sold in the same step', async () => {
    const changed = { type: 'coins.changed', aggregate: 'coins', aggregateId: 'pool' } as const;
    await shop.append(
      { ...changed, version: 101, data: { reason: 'pool set' } },
      { ...changed, version: 102, data: { reason: 'sold' } },
    );
    expect(await contents('stock')).toEqual([{ kind: 'coins', coinStock: 90_000_000, reason: 'set' }]);
  });

  it('are folded while pending: the newest is posted, the others are counted in it', async () => {
    const [first, second] = [await shop.product(), await shop.product()];
    for (const id of [first, second]) await change(stockAccount(id), 11);
    for (const delta of [-1, -10, 20]) await change(stockAccount(first), delta);
    await change(stockAccount(second), -11);
    expect(await contents('stock')).toMatchObject([
      { kind: 'stock', productId: first, stock: 20 },
      { kind: 'stock', productId: second, stock: 0 },
    ]);
  });

  it('count alerts through a claim that was lost', async () => {
    await shop.append(alertEvent('mail away'), alertEvent('mail away'), alertEvent('disk full'));
    const lost = await shop.claim('error', fence);
    expect(lost.posts.map(({ content }) => content)).toMatchObject([{ count: 2 }, { count: 1 }]);
    await shop.append(alertEvent('mail away'), alertEvent('mail away'));
    expect(await contents('error')).toMatchObject([
      { alert: { title: 'disk full' }, count: 1 },
      { alert: { title: 'mail away' }, count: 4 },
    ]);
    const chains: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM posts p JOIN posts k ON k.id = p.counted_in WHERE k.state <> 'sent'`,
    );
    expect(chains).toEqual([{ n: 0 }]);
  });

  it('count what one alert counted (OWN-715)', async () => {
    const counted = alertEvent('forged');
    await shop.append(alertEvent('forged'), { ...counted, data: { ...counted.data, times: 299 } });
    expect(await contents('error')).toMatchObject([{ alert: { title: 'forged' }, count: 300 }]);
  });

  it('leave a frozen message as it is', async () => {
    await shop.append(alertEvent('queue slow'));
    const frozen = await shop.claim('error', fence);
    await shop.register(frozen, fence);
    await shop.append(alertEvent('queue slow'));
    expect((await shop.send('error', fence)).posts).toEqual(frozen.posts);
    expect(await contents('error')).toMatchObject([{ alert: { title: 'queue slow' }, count: 1 }]);
  });

  it('fold alerts of different texts only when they are said to be foldable', async () => {
    const alert = (detail: string, isFoldable = false) => {
      const event = alertEvent('An event could not be relayed', detail);
      return { ...event, data: { ...event.data, isFoldable } };
    };
    await shop.append(alert('event a'), alert('event b'), alert('event a'));
    expect(await contents('error')).toMatchObject([
      { alert: { detail: 'event b' }, count: 1 },
      { alert: { detail: 'event a' }, count: 2 },
    ]);
    await shop.append(alert('event c', true), alert('event d', true));
    expect(await contents('error')).toMatchObject([{ alert: { detail: 'event d' }, count: 2 }]);
  });

  it('become one summary beyond a hundred waiting, in which each is counted once, but for money (OWN-772)', async () => {
    const many = Array.from({ length: 101 }, (_, at) => alertEvent(`failure ${at}`));
    const money = ['dispute', 'stranded'].map((kind) => {
      const event = alertEvent(`About money: ${kind}`);
      return { ...event, data: { ...event.data, kind } };
    });
    await shop.append(...many.slice(0, 100), ...money);
    // A hundred are posted one by one; the first claim is lost.
    expect((await shop.claim('error', fence)).posts).toHaveLength(10);
    await shop.append(...many.slice(100));
    const [dispute, stranded, summary] = await contents('error');
    expect([dispute, stranded]).toMatchObject([
      { alert: { kind: 'dispute' }, count: 1 },
      { alert: { kind: 'stranded' }, count: 1 },
    ]);
    expect(summary).toMatchObject({
      alert: { kind: 'failure', title: 'Viele Meldungen auf einmal' },
      count: 101,
    });
    const detail = z.object({ alert: z.object({ detail: z.string() }) }).parse(summary).alert.detail;
    expect(detail.split('\n')).toEqual([
      ...Array.from({ length: 10 }, () => expect.stringMatching(/^1× failure \d+$/)),
      '… und 91 andere',
      'Einzeln stehen sie im Panel.',
    ]);
    const counted: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM posts p JOIN posts k ON k.id = p.counted_in
        WHERE k.fold_key LIKE 'summary:%' AND k.state = 'sent'`,
    );
    expect(counted).toEqual([{ n: 100 }]);
    expect(await shop.claimNothing('error', fence)).toBeNull();
  });

  it('say in a summary what alerts of security are about, and sum up no summary (OWN-772)', async () => {
    const [first, second] = [await shop.product(), await shop.product()];
    const priced = (id: number) => {
      const alert = alertEvent('A price fell below half', `product:${id} · $0.10 for a piece`);
      return { ...alert, data: { ...alert.data, kind: 'security' } };
    };
    await shop.database.query(`UPDATE products SET name = 'Spec ' || (id = $1) WHERE id = ANY($2)`, [
      first,
      [first, second],
    ]);
    const own = alertEvent('An admin acted on an order of their own', 'refund · user:7 · order:9');
    const many = Array.from({ length: 300 }, (_, at) => alertEvent(`small ${at % 20}`, `no. ${at}`));
    await shop.append(priced(first), ...many.slice(0, 150), priced(second), {
      ...own,
      data: { ...own.data, kind: 'security' },
    });
    const lost = await shop.claim('error', fence);
    await shop.append(...many.slice(150));
    const details = (await contents('error')).map((content) =>
      content.kind === 'alert' ? content.alert : undefined,
    );
    expect(lost.posts).toHaveLength(1);
    expect(details).toMatchObject([{ kind: 'security' }, { kind: 'failure' }]);
    expect(details[0]?.detail.split('\n').slice(0, 3)).toEqual([
      '2× A price fell below half – Spec false, Spec true',
      '1× An admin acted on an order of their own – refund · user:7 · order:9',
      expect.stringMatching(/^8× small/),
    ]);
    await shop.append(
      ...Array.from({ length: 101 }, () => priced(first)).map((event, at) => ({
        ...event,
        data: { ...event.data, detail: `product:${first} · ${at}` },
      })),
    );
    expect(await contents('error')).toMatchObject([
      {
        alert: { detail: '101× A price fell below half – Spec true\nEinzeln stehen sie im Panel.' },
        count: 101,
      },
    ]);
  });

  it('become one summary for a hundred and one products, each crossing counted in it (OWN-772)', async () => {
    const ids: { id: number }[] = await shop.database.query(
      `INSERT INTO products (name, category, price_cents)
       SELECT 'Block ' || n, 'items', 199 FROM generate_series(1, 101) AS n RETURNING id`,
    );
    const crossAll = async (delta: number) => {
      entries += 1;
      const entry = { idempotencyKey: `spec:${entries}`, reason: 'spec', actor: 'shop' };
      const lines = ids.map(({ id }) => ({ account: stockAccount(id), delta }));
      await shop.app.get(Transactions).run((tx) => book(tx, entry, lines));
      await shop.relayed();
    };
    // Its first level is no crossing.
    for (const delta of [11, -1, -10]) await crossAll(delta);
    const [summary] = await contents('stock');
    expect(summary).toMatchObject({ kind: 'alert', count: 202 });
    const detail = z.object({ alert: z.object({ detail: z.string() }) }).parse(summary).alert.detail;
    expect(detail.split('\n')).toHaveLength(12);
    expect(detail).toMatch(/^2× Bestand: Block 1\n[^]*… und 91 andere/);
    expect(await shop.claimNothing('stock', fence)).toBeNull();
  });

  it('are not made of orders: a hundred and one waiting are posted each (OWN-134)', async () => {
    const events = Array.from({ length: 101 }, (_, at) => at + 2);
    const id = await shop.order();
    await shop.append(...events.map((version) => orderEvent('order.paid', id, version)));
    let posted = 0;
    for (let n = 0; n < 11; n += 1) {
      const { posts } = await shop.send('orders', fence);
      expect(posts.map(({ content }) => content.kind)).toEqual(posts.map(() => 'order'));
      posted += posts.length;
    }
    expect(posted).toBe(102);
    expect(new Set(await shop.postStates('orders'))).toEqual(new Set(['sent']));
  });
});
