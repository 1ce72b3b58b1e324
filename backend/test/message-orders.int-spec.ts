import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PaymentProviderRegistry } from '../src/shop/payments/payment-provider-registry.js';
import { reconcileMoney } from '../src/shop/reconciliation/reconcile-money.js';
import { ProviderInbox } from '../src/shop/inbox/provider-inbox.js';
import { CRYPTO_SHOP } from './crypto-shop.js';
import { CARD_STORIES } from './message-orders/card-stories.js';
import { CRYPTO_STORIES } from './message-orders/crypto-stories.js';
import { readPurchaseResult } from './message-orders/purchase-result.js';
import {
  messageOrdersOf,
  retryUntilAccepted,
  type Played,
  type Stage,
  type Step,
  type Story,
} from './message-orders/story.js';
import { PAYPAL_ORDER_STORIES } from './message-orders/paypal-order-stories.js';
import { PAYPAL_FORM_STORIES } from './message-orders/paypal-form-stories.js';
import { holdNotifications } from './paypal.js';
import { ORDERS_MODE } from './paypal-orders.js';
import { holdMessages } from './stripe.js';
import { expectProviderAgrees, expectSettled, awaitRefunds } from './expect-settled.js';
import { messageOrders } from './settings.js';
import { startShop, type Shop } from './shop.js';

const { limit, seed } = messageOrders();
/** What one purchase may take with all its messages, ms. */
const PURCHASE_MS = 3_000;

jest.setTimeout(Math.max(limit * PURCHASE_MS, 60_000));

/** Fewer than the shop has connections, since messages need some as well. */
const AT_ONCE = 6;
/** Later than any message may be. */
const LATER_MS = 20 * 60_000;

/** A row per thing that a provider may tell, by the shop it tells it to; a new provider adds its own list. */
const SHOPS: readonly { name: string; settings: Record<string, string>; stories: readonly Story[] }[] = [
  {
    name: 'PayPal’s form',
    settings: CRYPTO_SHOP,
    stories: [...CARD_STORIES, ...PAYPAL_FORM_STORIES, ...CRYPTO_STORIES],
  },
  { name: 'PayPal’s orders', settings: ORDERS_MODE, stories: PAYPAL_ORDER_STORIES },
];

/** A shop for each story, where its stand-ins would be asked for the state of thousands of purchases again and again. */
const ONE_EACH = SHOPS.flatMap(({ stories, ...rest }) =>
  stories.map((story) => ({ ...rest, stories: [story] })),
);

/** Purchases of a story up to which stories share a shop. */
const SHARED = 24;

/**
 * Whatever comes first, and however often: one end. Each order is a purchase of its own, all of a story are told step
 * by step at once.
 */
describe.each(limit > SHARED ? ONE_EACH : SHOPS)(
  'messages in every order, with $name (OWN-77, OWN-798)',
  ({ settings, stories }) => {
    let shop: Shop;
    let stage: Stage;
    beforeAll(async () => {
      shop = await startShop({ ...settings, PAYMENT_METHODS: 'card,wallet,crypto' });
      const goods = await Promise.all(
        [1000, 500].map((priceCents) => shop.addProduct({ priceCents, stock: 100_000 })),
      );
      stage = { shop, goods, admin: await shop.signIn({ admin: true }) };
    });
    afterAll(() => shop.close());

    /** Purchases, so many at once as a shop takes without making anybody wait. */
    const playTimes = async (story: Story, count: number): Promise<Played[]> => {
      const played: Played[] = [];
      while (played.length < count) {
        const next = Array.from({ length: Math.min(AT_ONCE, count - played.length) }, () =>
          story.play(stage),
        );
        played.push(...(await Promise.all(next)));
      }
      return played;
    };
    /** All steps that are first, then all that are second …, so that no purchase's are mixed up. */
    const tell = async (steps: readonly (readonly Step[])[]): Promise<void> => {
      const longest = Math.max(...steps.map(({ length }) => length));
      for (let n = 0; n < longest; n += 1) {
        for (let from = 0; from < steps.length; from += AT_ONCE)
          await Promise.all(
            steps.slice(from, from + AT_ONCE).map(async (each) => retryUntilAccepted(each[n])),
          );
        await shop.app.get(ProviderInbox).waitUntilProcessed();
      }
    };
    /** Takes up again what came before its payment, or met another message. */
    const takeUp = async (): Promise<void> => {
      for (let n = 0; n < 3; n += 1) {
        await shop.database.query(
          'UPDATE provider_messages SET next_try_at = now() WHERE processed_at IS NULL',
        );
        await shop.app.get(ProviderInbox).processWaitingMessages();
        await shop.app.get(ProviderInbox).waitUntilProcessed();
      }
    };

    it.each(stories)('of $provider: $name', async (story) => {
      holdMessages(shop);
      holdNotifications(shop);
      const one = await story.play(stage);
      const [told = []] = await story.messages(shop, [one], '');
      const count = told.length + story.between(stage, one).length;
      const places = Array.from({ length: count }, (_, index) => index);
      const orders = messageOrdersOf(places, limit, seed);
      const played = [one, ...(await playTimes(story, orders.length - 1))];
      const messages = await story.messages(shop, played, '');
      const [copies, again] = [
        await story.messages(shop, played, '_copy'),
        await story.messages(shop, played, '_again'),
      ];
      const stepsOf = (index: number, from: Step[][]): Step[] => {
        const purchase = played[index] ?? one;
        const steps = [...(from[index] ?? []), ...story.between(stage, purchase)];
        return (orders[index] ?? []).flatMap((at) => steps[at] ?? []);
      };
      // Of every other purchase each message is told again right after the next one.
      const withCopies = (index: number): Step[] =>
        stepsOf(index, messages).flatMap((step, at) => [
          step,
          ...stepsOf(index, copies).slice(Math.max(at - 1, 0), at),
        ]);
      await tell(played.map((_, index) => (index % 2 === 0 ? stepsOf(index, messages) : withCopies(index))));
      // Everything once more, the last first, as Stripe does under new ids.
      await tell(played.map((_, index) => stepsOf(index, again).toReversed()));
      await takeUp();
      await awaitRefunds(shop);
      const ends = await Promise.all(played.map((purchase) => readPurchaseResult(shop, purchase)));
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

    it('end as the provider says of each payment and refund (OWN-77)', async () => {
      const later = new Date(Date.now() + LATER_MS);
      for (const provider of shop.app.get(PaymentProviderRegistry).listThoseWithMovements())
        expect((await reconcileMoney(shop.database, provider, later))?.differences).toEqual([]);
    });
  },
);
