import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ProviderInbox } from '../src/modules/payments/messages/provider-inbox.js';
import { CRYPTO_SHOP } from './crypto.js';
import { CARD_STORIES } from './message-orders/card-stories.js';
import { CRYPTO_STORIES } from './message-orders/crypto-stories.js';
import { factsOf } from './message-orders/facts.js';
import { ordersOf, type Stage, type Step, type Story } from './message-orders/story.js';
import { WALLET_STORIES } from './message-orders/wallet-stories.js';
import { holdNotifications } from './paypal.js';
import { expectProviderAgrees, expectSettled, holdMessages, refundsSent } from './provider.js';
import { messageOrders } from './settings.js';
import { startShop, type Shop } from './shop.js';

jest.setTimeout(600_000);

/** A row per thing that a provider may tell; a new provider adds its own list. */
const STORIES: readonly Story[] = [...CARD_STORIES, ...WALLET_STORIES, ...CRYPTO_STORIES];

/**
 * Whatever comes first, and however often: one end. Each order is a purchase of its own, all of a story are told step
 * by step at once.
 */
describe('messages in every order (OWN-513)', () => {
  let shop: Shop;
  let stage: Stage;
  beforeAll(async () => {
    shop = await startShop({ ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' });
    const goods = await Promise.all(
      [1000, 500].map((priceCents) => shop.addProduct({ priceCents, stock: 100_000 })),
    );
    stage = { shop, goods, admin: await shop.signIn({ admin: true }) };
  });
  afterAll(() => shop.close());

  /** All steps that are first, then all that are second …, so that no purchase's are mixed up. */
  const tell = async (steps: readonly (readonly Step[])[]): Promise<void> => {
    const longest = Math.max(...steps.map(({ length }) => length));
    for (let n = 0; n < longest; n += 1) {
      await Promise.all(steps.map(async (each) => each[n]?.()));
      await shop.app.get(ProviderInbox).settled();
    }
  };
  /** Takes up again what came before its payment, or met another message. */
  const takeUp = async (): Promise<void> => {
    for (let n = 0; n < 3; n += 1) {
      await shop.database.query(
        'UPDATE provider_messages SET next_try_at = now() WHERE processed_at IS NULL',
      );
      await shop.app.get(ProviderInbox).processWaiting();
      await shop.app.get(ProviderInbox).settled();
    }
  };

  const { limit, seed } = messageOrders();

  it.each(STORIES)('of $provider: $name', async (story) => {
    holdMessages(shop);
    holdNotifications(shop);
    const one = await story.play(stage);
    const [told = []] = await story.messages(shop, [one], '');
    const count = told.length + story.between(stage, one).length;
    const places = Array.from({ length: count }, (_, index) => index);
    const orders = ordersOf(places, limit, seed);
    const played = [one, ...(await Promise.all(orders.slice(1).map(() => story.play(stage))))];
    const messages = await story.messages(shop, played, '');
    const copies = await story.messages(shop, played, '_copy');
    const stepsOf = (index: number, from: Step[][]): Step[] => {
      const purchase = played[index] ?? one;
      const steps = [...(from[index] ?? []), ...story.between(stage, purchase)];
      return (orders[index] ?? []).flatMap((at) => steps[at] ?? []);
    };
    await tell(played.map((_, index) => stepsOf(index, messages)));
    // Everything once more, the last first, as Stripe does under new ids.
    await tell(played.map((_, index) => stepsOf(index, copies).toReversed()));
    await takeUp();
    await refundsSent(shop);
    const ends = await Promise.all(played.map((purchase) => factsOf(shop, purchase)));
    const [first] = ends;
    expect(first).toMatchObject({ checkout: expect.anything() });
    const other = ends.findIndex((end) => JSON.stringify(end) !== JSON.stringify(first));
    expect({ seed, order: orders[other], end: ends[other] ?? first }).toEqual({
      seed,
      order: orders[other],
      end: first,
    });
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
});
