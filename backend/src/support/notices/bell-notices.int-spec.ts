import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Notice } from '@pax/contracts';
import { buy, onePieceOf } from '../../../test/buying.js';
import { awaitMessages, awaitRefunds, expectSettled } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { buildNotification, placeByWallet, sendNotification } from '../../../test/paypal.js';
import { signInFriend } from '../../../test/referral.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { Relay } from '../../platform/outbox/relay.js';

jest.setTimeout(60_000);

describe('notices of what a purchase brings (OWN-1390)', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const act = (id: number, what: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send({}).expect(200);
  const refund = (id: number) => admin.agent.post(`/api/admin/orders/${id}/refund`).send({}).expect(200);
  /** Buys one piece. @returns the order */
  const order = async (buyer: SignedIn, priceCents: number): Promise<number> =>
    (await buy(buyer, onePieceOf(await shop.addProduct({ priceCents })))).orders[0] ?? 0;
  /** Contents of the notices that no step of an order has, newest first. */
  const read = async ({ agent }: SignedIn): Promise<object[]> => {
    await shop.app.get(Relay).drain();
    const { body }: { body: Notice[] } = await agent.get('/api/account/notices').expect(200);
    return body.flatMap(({ content }) => ('order' in content || content.kind === 'paid' ? [] : [content]));
  };
  const relayAgain = () =>
    shop.database.query(`UPDATE outbox_events SET published_at = NULL WHERE aggregate = 'bell'`);

  it('tell points and a new tier with the delivery, once, and the tier not again after a refund', async () => {
    const buyer = await shop.signIn();
    const first = await order(buyer, 6_000);
    expect(await read(buyer)).toEqual([]);
    await act(first, 'complete');
    const unlocked = { kind: 'unlocked', points: 600, orderId: first };
    const silver = { kind: 'tier', tier: 'silver' };
    expect(await read(buyer)).toEqual([unlocked, silver]);
    await relayAgain();
    expect(await read(buyer)).toEqual([unlocked, silver]);
    await refund(first);
    const second = await order(buyer, 6_000);
    await act(second, 'complete');
    expect(await read(buyer)).toEqual([{ ...unlocked, orderId: second }, unlocked, silver]);
    const third = await order(buyer, 15_000);
    await act(third, 'complete');
    expect(await read(buyer)).toContainEqual({ kind: 'tier', tier: 'gold' });
  });

  it('tell who invited a buyer what the delivery brings, and nothing about the buyer', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const id = await order(friend, 2_000);
    expect(await read(referrer)).toEqual([]);
    await act(id, 'complete');
    await relayAgain();
    expect(await read(referrer)).toEqual([{ kind: 'friend', credit: '1.90' }]);
  });

  it('tell the sum of a payment that no order takes, once', async () => {
    const buyer = await shop.signIn();
    const form = await placeByWallet(buyer, onePieceOf(await shop.addProduct({ priceCents: 1_000 })));
    const fields = buildNotification(form, { mc_gross: '7.50' });
    for (const _ of ['first', 'repeat']) await sendNotification(shop, fields);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await read(buyer)).toEqual([{ kind: 'stranded', cash: '7.50' }]);
  });

  it('name no sum that came in another currency', async () => {
    const buyer = await shop.signIn();
    const form = await placeByWallet(buyer, onePieceOf(await shop.addProduct({ priceCents: 1_000 })));
    await sendNotification(shop, buildNotification(form, { mc_currency: 'EUR' }));
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await shop.database.query(`SELECT FROM payments WHERE currency = 'eur'`)).toHaveLength(1);
    expect(await read(buyer)).toEqual([]);
  });

  it('leave no content in the events that carried them', async () => {
    const bells = `SELECT data->'userId' AS "userId", data - 'userId' AS rest FROM outbox_events WHERE type = 'bell.added'`;
    const rows: { userId: number; rest: object }[] = await shop.database.query(bells);
    expect(rows.length).toBeGreaterThan(0);
    for (const { userId, rest } of rows)
      expect({ userId, rest }).toEqual({ userId: expect.any(Number), rest: {} });
  });
});
