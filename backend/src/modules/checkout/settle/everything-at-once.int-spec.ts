import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import { onPayPage, placementFor } from '../../../../test/buying.js';
import { expectProviderAgrees, expectSettled, providerState, steer } from '../../../../test/provider.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { withdraw } from '../../../../test/withdrawing.js';
import { RelayListeners } from '../../../infra/outbox/relay-listeners.js';
import { Relay } from '../../../infra/outbox/relay.js';
import { StreamStore } from '../../../infra/outbox/stream-store.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

// Only a deadline for slow machines.
jest.setTimeout(300_000);

describe('a busy evening', () => {
  let shop: Shop;
  /** What the relay handed to the sockets without reading it again. */
  const handed: RoomMessage[] = [];
  beforeAll(async () => {
    shop = await startShop();
    shop.app
      .get(RelayListeners)
      .add({ subscribers: [async ({ messages }) => void handed.push(...messages)] });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  /** What the buyer's bank or the operator does at the provider, with the message that tells of it. */
  const refundAtProvider = async (checkout: string): Promise<void> => {
    const { sessions } = await providerState(shop);
    const known = Object.values(sessions).find(({ session }) => session.client_reference_id === checkout);
    const payment = known?.session.payment_intent;
    if (typeof payment === 'string') await steer(shop, `payments/${payment}/refund`);
  };

  it('survives everything at once: buyers, referrers, cancels, withdrawals, refunds at the provider, sets and settlements over the same goods (OWN-109, OWN-685)', async () => {
    await shop.fillPool(500_000_000);
    const admin = await shop.signIn({ admin: true });
    const coins = await shop.addProduct({
      category: 'coins',
      stock: 0,
      priceCents: 99,
      coinValue: 1_000_000,
      name: '1M',
    });
    const ids = await Promise.all([40, 40, 40].map((stock) => shop.addProduct({ stock, priceCents: 800 })));
    const buyers = await Promise.all(Array.from({ length: 16 }, () => shop.signIn()));
    // A ring: everybody is the referrer of somebody, which makes every pair of accounts worth a deadlock.
    for (const [n, buyer] of buyers.entries()) {
      const referrer = buyers[(n + 1) % buyers.length]?.userId;
      await shop.database.query('UPDATE users SET referred_by_user_id = $2 WHERE id = $1', [
        buyer.userId,
        referrer,
      ]);
      await shop.fill(`credit:${buyer.userId}`, 400);
    }
    const live = async (buyer: SignedIn, n: number): Promise<number[]> => {
      const seen: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const items = [ids[(n + round) % 3], coins, ids[(n + round + 1) % 3]].map((id) => ({
          id: id ?? coins,
          quantity: 1,
        }));
        const input = await placementFor(buyer, items, { useStoreCredit: round % 2 === 0 });
        const answer = await buyer.agent.post(CREATE).send(input);
        seen.push(answer.status);
        if (answer.status !== 201) continue;
        const { checkout, url } = answer.body;
        const post = (path: string) => buyer.agent.post(`/api/checkouts/${checkout}/${path}`);
        if (round === 3) await post('cancel').expect(200);
        else await Promise.all([onPayPage(url, 'pay'), post('refresh'), post('refresh')]);
        await post('refresh').expect(200);
        if (round === 0 || round === 2) seen.push((await withdraw(buyer, checkout)).status);
        if (round === 1) await refundAtProvider(checkout);
      }
      return seen;
    };
    const staff = async (): Promise<number[]> => {
      const seen: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        const list = await admin.agent.get('/api/admin/orders?limit=20').expect(200);
        const moves = list.body.map(({ id }: { id: number }, n: number) =>
          admin.agent.patch(`/api/admin/orders/${id}/${['cancel', 'complete', 'process'][n % 3]}`).send({}),
        );
        for (const answer of await Promise.all<{ status: number }>(moves)) seen.push(answer.status);
        await admin.agent
          .put('/api/admin/coin-stock')
          .send({ coinStock: 500_000_000 - round })
          .expect(200);
      }
      return seen;
    };
    const statuses = (await Promise.all([staff(), ...buyers.map(live)])).flat();
    const deadlocks = await shop.database.query(
      `SELECT pg_stat_force_next_flush(), deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    expect(deadlocks).toMatchObject([{ n: 0 }]);
    expect([...new Set(statuses)].filter((status) => ![200, 201, 204, 409, 429].includes(status))).toEqual(
      [],
    );
  });

  it('sends what it numbered as a reader finds it: same numbers, same words (OWN-117)', async () => {
    await shop.app.get(Relay).drain();
    const sent: RoomMessage[] = JSON.parse(JSON.stringify(handed));
    const rooms = [...new Set(sent.map(({ room }) => room))];
    expect(rooms).toEqual(expect.arrayContaining(['admin', 'shop']));
    for (const room of rooms) {
      const ofRoom = sent.filter((message) => message.room === room);
      const [first, last] = [ofRoom[0]?.seq ?? 0, ofRoom.at(-1)?.seq ?? 0];
      expect(ofRoom).toEqual(await shop.app.get(StreamStore).range(room, first, last));
    }
  });
});
