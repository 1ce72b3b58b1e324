import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf } from '../../../test/buying.js';
import { awaitMessages } from '../../../test/expect-settled.js';
import { deleteNow } from '../../../test/own-data.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { startShop, type Shop } from '../../../test/shop.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Relay } from '../../platform/outbox/relay.js';
import { stockAccount, stockHeldAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';

jest.setTimeout(120_000);

describe('posts for shoppers (OWN-1515)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let entries = 0;
  beforeAll(async () => {
    await peer.listen();
    shop = await startShop({
      ...DISCORD_SETTINGS,
      ...peer.settings(),
      DISCORD_CHANNEL_PURCHASES: '500000000000000018',
      DISCORD_CHANNEL_RESTOCKS: '500000000000000019',
    });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const relayed = async (): Promise<void> => {
    await awaitMessages(shop);
    await shop.app.get(Relay).drain();
  };
  const contents = async (channel: string): Promise<Record<string, unknown>[]> => {
    const rows: { content: Record<string, unknown> }[] = await shop.database.query(
      'SELECT content FROM posts WHERE channel = $1 ORDER BY id',
      [channel],
    );
    return rows.map(({ content }) => content);
  };
  const change = async (product: number, delta: number): Promise<void> => {
    entries += 1;
    const entry = { idempotencyKey: `spec:${entries}`, reason: 'spec', actor: 'shop' };
    await shop.app
      .get(Transactions)
      .run((tx) => book(tx, entry, [{ account: stockAccount(product), delta }]));
    await relayed();
  };
  /** Moves pieces from free to held, or back. */
  const hold = async (product: number, pieces: number): Promise<void> => {
    entries += 1;
    const entry = { idempotencyKey: `spec:${entries}`, reason: 'spec', actor: 'shop' };
    const lines = [
      { account: stockAccount(product), delta: -pieces },
      { account: stockHeldAccount(product), delta: pieces },
    ];
    await shop.app.get(Transactions).run((tx) => book(tx, entry, lines));
    await relayed();
  };

  it('say what was bought by somebody, and name who agreed, until the account is gone', async () => {
    const product = await shop.addProduct({ name: 'Wings', stock: 50 });
    const admin = await shop.signIn({ admin: true });
    const buyer = await shop.signIn({ discordId: '310457829164282077', proven: true });
    const profile = await buyer.agent.get('/api/account/profile').expect(200);
    expect(profile.body.namedInPurchases).toBe(false);
    const first = await buy(buyer, onePieceOf(product));
    await relayed();
    await buyer.agent.put('/api/account/profile').send({ namedInPurchases: true }).expect(200);
    const second = await buy(buyer, onePieceOf(product));
    await relayed();
    const said = { kind: 'purchase', productName: 'Wings', quantity: 1, count: 1 };
    expect(await contents('purchases')).toEqual([
      { ...said, buyer: null },
      { ...said, buyer: buyer.username },
    ]);
    for (const id of [...first.orders, ...second.orders])
      await admin.agent.patch(`/api/admin/orders/${id}/complete`).send({}).expect(200);
    await deleteNow(shop, buyer);
    expect((await contents('purchases')).map(({ buyer: name }) => name)).toEqual([null, null]);
  });

  it('name nobody who no longer agrees or has another name since, nor a purchase that was cancelled, also when sent again', async () => {
    const product = await shop.addProduct({ name: 'Trident', stock: 50 });
    const buyer = await shop.signIn();
    const agree = (namedInPurchases: boolean) =>
      buyer.agent.put('/api/account/profile').send({ namedInPurchases }).expect(200);
    const named = async (): Promise<unknown[]> =>
      (await contents('purchases')).flatMap((post) =>
        post['productName'] === 'Trident' ? [post['buyer']] : [],
      );
    await agree(true);
    const withdrawn = await buy(buyer, onePieceOf(product));
    await relayed();
    await buy(buyer, onePieceOf(product));
    await relayed();
    expect(await named()).toEqual([buyer.username, buyer.username]);
    await shop.database.query(
      `INSERT INTO post_batches (id, channel, nonce, state, fence, lease_until, message_id)
       VALUES ('trident', 'purchases', 'trident', 'sent', 1, now(), '1')`,
    );
    await shop.database.query(
      `UPDATE posts SET state = 'sent', batch_id = 'trident' WHERE content ->> 'productName' = 'Trident'`,
    );
    const edits = async (): Promise<unknown> =>
      (await shop.database.query(`SELECT edit_wanted FROM post_batches WHERE id = 'trident'`))[0].edit_wanted;
    await buyer.agent.post(`/api/checkouts/${withdrawn.checkout}/withdraw`).send({}).expect(200);
    await relayed();
    expect([await named(), await edits()]).toEqual([[null, buyer.username], 1]);
    await buyer.agent.put('/api/account/profile').send({ minecraftName: 'Steve' }).expect(200);
    await relayed();
    expect(await named()).toEqual([null, buyer.username]);
    await agree(false);
    await relayed();
    expect([await named(), await edits()]).toEqual([[null, null], 2]);
    await agree(true);
    await relayed();
    expect([await named(), await edits()]).toEqual([[null, null], 2]);
    await buy(buyer, onePieceOf(product));
    await relayed();
    expect((await named()).at(-1)).toBe(buyer.username);
    const username = `${buyer.username.slice(0, 20)} new`;
    await buyer.agent.put('/api/account/profile').send({ username }).expect(200);
    await relayed();
    expect((await named()).at(-1)).toBeNull();
    const together = await buy(buyer, onePieceOf(product));
    await buyer.agent.post(`/api/checkouts/${together.checkout}/withdraw`).send({}).expect(200);
    await relayed();
    expect(await named()).not.toContain(username);
  });

  it('tell of no purchase of a product that the shop does not show', async () => {
    const coming = await shop.addProduct({ name: 'Mace', availableFrom: new Date(Date.now() + 86_400_000) });
    const buyer = await shop.signIn();
    await shop.database.query(
      `UPDATE users SET early_access_until = now() + interval '1 day' WHERE id = $1`,
      [buyer.userId],
    );
    await buy(buyer, onePieceOf(coming));
    await relayed();
    expect((await contents('purchases')).filter(({ productName }) => productName === 'Mace')).toEqual([]);
  });

  it('say once a day that a product is back, and nothing where it was never out', async () => {
    const product = await shop.addProduct({ name: 'Elytra', stock: 3, priceCents: 1_799 });
    await change(product, 1);
    await change(product, -4);
    expect(await contents('restocks')).toEqual([]);
    for (const delta of [2, -2, 2, -2]) await change(product, delta);
    const back = { kind: 'restock', productId: product, productName: 'Elytra', price: '17.99', stock: 2 };
    expect(await contents('restocks')).toEqual([back]);
    await shop.database.query(
      `UPDATE stock_levels SET restock_posted_at = restock_posted_at - interval '24 hours' WHERE account = $1`,
      [stockAccount(product)],
    );
    await change(product, 12);
    expect(await contents('restocks')).toEqual([back, { ...back, stock: 12 }]);
  });

  it('say nothing of a held piece that is free again, and tell of the next delivery', async () => {
    const product = await shop.addProduct({ name: 'Trident', stock: 1 });
    const before = await contents('restocks');
    for (const pieces of [1, -1, 1]) await hold(product, pieces);
    expect(await contents('restocks')).toEqual(before);
    await hold(product, -1);
    for (const delta of [-1, 5]) await change(product, delta);
    expect((await contents('restocks')).slice(before.length)).toMatchObject([
      { productName: 'Trident', stock: 5 },
    ]);
  });
});
