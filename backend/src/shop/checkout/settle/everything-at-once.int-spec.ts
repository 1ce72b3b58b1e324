import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import { actOnPayPage, placementFor, withdraw } from '../../../../test/buying.js';
import { readStripeState, steerStripe } from '../../../../test/stripe.js';
import { expectProviderAgrees, expectSettled } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import { BUSY_CODES_IN_RACES, statusAndCode, sendUntilServed } from '../../../../test/send-until-served.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { RelayListeners } from '../../../platform/outbox/relay-listeners.js';
import { Relay } from '../../../platform/outbox/relay.js';
import { StreamStore } from '../../../platform/outbox/stream-store.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

// Only a deadline for slow machines.
jest.setTimeout(300_000);

describe('a busy evening', () => {
  let shop: Shop;
  /** What the relay handed to the sockets without reading it again. */
  const handed: RoomMessage[] = [];
  beforeAll(async () => {
    shop = await startMoneyShop();
    shop.app
      .get(RelayListeners)
      .addListeners({ subscribers: [async ({ messages }) => void handed.push(...messages)] });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  /** What the buyer's bank or the operator does at the provider, with the message that tells of it. */
  const refundAtProvider = async (checkout: string): Promise<void> => {
    const { sessions } = await readStripeState(shop);
    const known = Object.values(sessions).find(({ session }) => session.client_reference_id === checkout);
    const payment = known?.session.payment_intent;
    if (typeof payment === 'string') await steerStripe(shop, `payments/${payment}/refund`);
  };

  it('survives everything at once: buyers, referrers, cancels, withdrawals, refunds at the provider, sets and settlements over the same goods (OWN-109)', async () => {
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
    const signedIn = await Promise.all(Array.from({ length: 16 }, () => shop.signIn()));
    // A game name has a friend's bonus for one account only, and one limit of commission.
    const buyers = signedIn.map((buyer) => ({ ...buyer, inGameName: `Ring_${buyer.userId}` }));
    // A ring: everybody is the referrer of somebody, which makes every pair of accounts worth a deadlock.
    for (const [n, buyer] of buyers.entries()) {
      const referrer = buyers[(n + 1) % buyers.length]?.userId;
      await shop.database.query('UPDATE users SET referred_by_user_id = $2 WHERE id = $1', [
        buyer.userId,
        referrer,
      ]);
      await shop.fill(`credit:${buyer.userId}`, 400);
    }
    const live = async (buyer: SignedIn, n: number): Promise<string[]> => {
      const seen: string[] = [];
      for (let round = 0; round < 4; round += 1) {
        const items = [ids[(n + round) % 3], coins, ids[(n + round + 1) % 3]].map((id) => ({
          id: id ?? coins,
          quantity: 1,
        }));
        const input = await placementFor(buyer, items, { useStoreCredit: round % 2 === 0 });
        const answer = await sendUntilServed(
          () => buyer.agent.post(CREATE).send(input),
          undefined,
          BUSY_CODES_IN_RACES,
        );
        seen.push(statusAndCode(answer));
        if (answer.status !== 201) continue;
        const { checkout, url } = answer.body;
        const post = (path: string) =>
          sendUntilServed(
            () => buyer.agent.post(`/api/checkouts/${checkout}/${path}`),
            200,
            BUSY_CODES_IN_RACES,
          );
        if (round === 3) await post('cancel');
        else await Promise.all([actOnPayPage(url, 'pay'), post('refresh'), post('refresh')]);
        await post('refresh');
        if (round === 0 || round === 2)
          seen.push(statusAndCode(await sendUntilServed(() => withdraw(buyer, checkout))));
        if (round === 1) await refundAtProvider(checkout);
      }
      return seen;
    };
    const staff = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (let round = 0; round < 12; round += 1) {
        const list = await sendUntilServed(() => admin.agent.get('/api/admin/orders?limit=20'), 200);
        const orders: { id: number }[] = list.body;
        const moves = orders.map(({ id }, n) => {
          const path = `/api/admin/orders/${id}/${['cancel', 'complete', 'process'][n % 3]}`;
          return sendUntilServed(() => admin.agent.patch(path).send({}));
        });
        for (const answer of await Promise.all(moves)) seen.push(statusAndCode(answer));
        const coinStock = 500_000_000 - round;
        await sendUntilServed(() => admin.agent.put('/api/admin/coin-stock').send({ coinStock }), 200);
      }
      return seen;
    };
    const outcomes = (await Promise.all([staff(), ...buyers.map(live)])).flat();
    const deadlocks = await shop.database.query(
      `SELECT pg_stat_force_next_flush(), deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    expect(deadlocks).toMatchObject([{ n: 0 }]);
    // A full pool says 503 UNAVAILABLE, which is sent again; nothing else of the kind is taken.
    expect(
      [...new Set(outcomes)].filter((outcome) => !/^(200|201|204|409 \w+|429 RATE_LIMITED)$/.test(outcome)),
    ).toEqual([]);
  });

  it('sends what it numbered as a reader finds it: same numbers, same words (OWN-115)', async () => {
    await shop.app.get(Relay).drain();
    const sent: RoomMessage[] = JSON.parse(JSON.stringify(handed));
    const rooms = [...new Set(sent.map(({ room }) => room))];
    expect(rooms).toEqual(expect.arrayContaining(['admin', 'shop']));
    for (const room of rooms) {
      const ofRoom = sent.filter((message) => message.room === room);
      const [first, last] = [ofRoom[0]?.seq ?? 0, ofRoom.at(-1)?.seq ?? 0];
      expect(ofRoom).toEqual(await shop.app.get(StreamStore).readRange(room, first, last));
    }
  });
});
