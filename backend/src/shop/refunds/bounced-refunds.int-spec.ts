import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, actOnPayPage, waitForState, withdraw } from '../../../test/buying.js';
import { messageOrdersOf } from '../../../test/message-orders/story.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  actOnOrderOfCheckout,
  actOnOrderPage,
  ORDERS_MODE,
  placePaypalOrder,
  resendWebhook,
  holdWebhooks,
  listWebhooks,
} from '../../../test/paypal-orders.js';
import {
  findDispute,
  listEvents,
  postSignedEvent,
  holdMessages,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  refundInDashboard,
  listStripeRefunds,
  releaseMessages,
  listSessions,
  steerStripe,
} from '../../../test/stripe.js';
import {
  expectProviderAgrees,
  expectSettled,
  awaitRefunds,
  awaitMessages,
} from '../../../test/expect-settled.js';
import { messageOrders } from '../../../test/settings.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(120_000);

/** Orders of messages of one story that `npm test` tells; `npm run faults` tells all. */
const FEW_ORDERS = 6;
const { limit, seed } = messageOrders();

describe('a refund that the bank sends back when its money has gone back by another way (OWN-798)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });
  afterEach(async () => {
    await expectMoneyAgrees(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const lose = async (checkout: string, cents: number): Promise<string> => {
    await actAtStripe(shop, checkout, 'dispute', cents);
    const { id } = await findDispute(shop, checkout);
    await steerStripe(shop, `disputes/${id}/close`, { outcome: 'lost' });
    return id;
  };
  const bounce = async (checkout: string, n = 0): Promise<string> => {
    const { id = '' } = (await listStripeRefunds(shop, checkout))[n] ?? {};
    await steerStripe(shop, `refunds/${id}/bounce`);
    return id;
  };
  const rowsOf = (checkout: string): Promise<{ cents: number; state: string; ref: string | null }[]> =>
    shop.database.query(
      `SELECT r.amount_cents AS cents, r.state, r.provider_ref AS ref FROM refunds r JOIN payments p ON p.id = r.payment_id
         JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1 ORDER BY r.state, r.amount_cents`,
      [checkout],
    );
  const took = (cents: number, ref: string) => ({ cents, state: 'done', ref });

  it('is done by the dispute that was lost before, and staff hear of nothing to make', async () => {
    const { buyer, checkout } = await money.makePurchase(1999, 1000);
    await withdraw(buyer, checkout).expect(200);
    await awaitRefunds(shop);
    await awaitMessages(shop);
    const dispute = await lose(checkout, 2999);
    await awaitMessages(shop);
    // Nothing was left to book it on, so that nobody may read that it was.
    expect(await money.readAlerts(`Dispute ${dispute} of 29.99 USD`)).toEqual([
      'Dispute opened',
      'Dispute lost',
    ]);
    expect(await money.readAlerts('all of it had gone back before, and account')).toEqual(['Dispute lost']);
    const refs = [await bounce(checkout, 0), await bounce(checkout, 1)];
    await awaitMessages(shop);
    expect(await rowsOf(checkout)).toEqual([took(1000, dispute), took(1999, dispute)]);
    for (const ref of refs) expect(await money.readAlerts(`the bank sent ${ref} back`)).toEqual([]);
    expect(await money.readAlerts(`are the money of ${dispute}`)).toHaveLength(2);
  });

  it('waits on where a loss that was booked before gave other money, and staff hear of the loss (OWN-798)', async () => {
    const { checkout } = await money.makePurchase(2999);
    holdMessages(shop, 'refund');
    await actAtStripe(shop, checkout, 'refund', 500);
    const ref = await bounce(checkout);
    const dispute = await lose(checkout, 900);
    await awaitMessages(shop);
    await releaseMessages(shop);
    await awaitMessages(shop);
    const sums = (await rowsOf(checkout)).map(({ cents, state }) => [cents, state]);
    expect(sums).toEqual([
      [900, 'done'],
      [500, 'manual'],
    ]);
    expect(
      await money.readAlerts(`the bank sent ${ref} back. Dispute ${dispute} of its payment was lost`),
    ).toEqual(['Manual refund needed']);
  });

  it('leaves no more to be made than was paid less what a dispute took, of several refunds and orders', async () => {
    const { checkout, orders } = await money.makePurchase(1000, 500, 400);
    for (const order of orders) await money.changeOrder(order, 'cancel');
    await awaitRefunds(shop);
    await awaitMessages(shop);
    const dispute = await lose(checkout, 700);
    await awaitMessages(shop);
    for (const n of [1, 0, 2]) {
      await bounce(checkout, n);
      await awaitMessages(shop);
    }
    const rows = await rowsOf(checkout);
    const sum = (state: string) =>
      rows.filter((row) => row.state === state).reduce((all, { cents }) => all + cents, 0);
    expect([sum('done'), sum('manual')]).toEqual([700, 1200]);
    expect(rows.filter(({ state, ref }) => state === 'done' && ref !== dispute)).toEqual([]);
  });

  it.each(
    messageOrdersOf(
      ['refund.created', 'refund.failed', 'dispute.created', 'dispute.closed'],
      Math.max(limit, FEW_ORDERS),
      seed,
    ),
  )('ends the same by %s, %s, %s, %s', async (...types) => {
    const { buyer, checkout } = await money.makePurchase(2999);
    holdMessages(shop);
    await withdraw(buyer, checkout).expect(200);
    await awaitRefunds(shop);
    const dispute = await lose(checkout, 2999);
    await bounce(checkout);
    const { events } = await readStripeState(shop);
    const names = [(await listStripeRefunds(shop, checkout))[0]?.id ?? '', dispute];
    const all = Object.values(events).map(({ event }) => event);
    for (const type of types) {
      const told = all.find(
        (event) =>
          event.type.endsWith(type) && names.some((name) => JSON.stringify(event.data.object).includes(name)),
      );
      await postSignedEvent(shop, { ...told, id: `${told?.id}_${types.indexOf(type)}` });
      await awaitMessages(shop);
    }
    expect(await rowsOf(checkout)).toEqual([took(2999, dispute)]);
    await releaseMessages(shop);
    await awaitMessages(shop);
    expect(await rowsOf(checkout)).toEqual([took(2999, dispute)]);
  });

  it.each([
    ['all', undefined],
    ['more than waits', 1500],
    ['a part', 400],
  ])('is done by what was made again in the dashboard before its message came: %s', async (_, again) => {
    const { checkout, orders } = await money.makePurchase(1000, 500);
    for (const order of orders) await money.changeOrder(order, 'cancel');
    await awaitRefunds(shop);
    await awaitMessages(shop);
    holdMessages(shop, 'refund.updated');
    holdMessages(shop, 'refund.failed');
    const bounced = [await bounce(checkout, 0), ...(again === 400 ? [] : [await bounce(checkout, 1)])];
    await refundInDashboard(shop, checkout, again);
    await awaitMessages(shop);
    const made = (await listStripeRefunds(shop, checkout)).at(-1)?.id ?? '';
    await releaseMessages(shop);
    await awaitMessages(shop);
    const rows = await rowsOf(checkout);
    const sum = (state: string) =>
      rows.filter((row) => row.state === state).reduce((all, { cents }) => all + cents, 0);
    expect([sum('done'), sum('manual')]).toEqual(again === 400 ? [900, 600] : [1500, 0]);
    expect(rows.filter(({ ref }) => ref !== null && bounced.includes(ref))).toEqual([]);
    if (again === 400) {
      // The rest is made as well, and then sent back with what was made before.
      await refundInDashboard(shop, checkout, 600);
      await awaitMessages(shop);
      return;
    }
    await steerStripe(shop, `refunds/${made}/bounce`);
    await awaitMessages(shop);
    expect((await rowsOf(checkout)).map(({ state }) => state)).toEqual(['manual', 'manual']);
    await refundInDashboard(shop, checkout);
    await awaitMessages(shop);
  });

  it('waits on where the refund that was made again was sent back too, told of in any order', async () => {
    for (const order of messageOrdersOf(['first failed', 'second created', 'second failed'], limit, seed)) {
      const { buyer, checkout } = await money.makePurchase(1000);
      await withdraw(buyer, checkout).expect(200);
      await awaitRefunds(shop);
      await awaitMessages(shop);
      holdMessages(shop, 'refund');
      const first = await bounce(checkout, 0);
      await refundInDashboard(shop, checkout);
      const second = await bounce(checkout, 1);
      for (const told of order) {
        const [which, type] = told.split(' ');
        const id = which === 'first' ? first : second;
        const event = (await listEvents(shop, id, `refund.${type}`))[0];
        await postSignedEvent(shop, { ...event, id: `${event?.id}_now` });
        await awaitMessages(shop);
      }
      expect(await rowsOf(checkout)).toEqual([{ cents: 1000, state: 'manual', ref: null }]);
      await releaseMessages(shop);
      await awaitMessages(shop);
      expect(await rowsOf(checkout)).toEqual([{ cents: 1000, state: 'manual', ref: null }]);
      await refundInDashboard(shop, checkout);
      await awaitMessages(shop);
      expect((await rowsOf(checkout)).map(({ state }) => state)).toEqual(['done']);
    }
  });

  it('of stranded money is done by its lost dispute, and staff hear that a block has no reason any more', async () => {
    const { buyer, checkout } = await money.makePurchase(1000);
    const { url } = await openForeignSession(shop, checkout, 1000);
    await actOnPayPage(url ?? '', 'pay');
    await awaitMessages(shop);
    await awaitRefunds(shop);
    await awaitMessages(shop);
    const intent = objectId((await listSessions(shop, checkout)).at(-1)?.payment_intent ?? null);
    await steerStripe(shop, `payments/${intent}/dispute`, { cents: 1000 });
    const state = await readStripeState(shop);
    const of = ({ payment_intent: one }: { payment_intent: unknown }) => one === intent;
    const dispute = Object.values(state.disputes).find(of)?.id ?? '';
    await steerStripe(shop, `disputes/${dispute}/close`, { outcome: 'lost' });
    await awaitMessages(shop);
    const refund = Object.values(state.refunds).find(of)?.id ?? '';
    await steerStripe(shop, `refunds/${refund}/bounce`);
    await awaitMessages(shop);
    expect(await rowsOf(checkout)).toEqual([took(1000, dispute)]);
    expect(await money.readAlerts('A block of its buyer for that has no reason any more')).toHaveLength(1);
    expect(buyer.userId).toBeGreaterThan(0);
  });
});

describe('a refund of PayPal’s orders that fails after a dispute was lost (OWN-798)', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop(ORDERS_MODE);
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  it.each(messageOrdersOf(['DISPUTE.CREATED', 'DISPUTE.RESOLVED', 'REFUND.FAILED'], limit, seed))(
    'is done by the dispute, told of by %s, %s, %s',
    async (...types) => {
      const buyer = await shop.signIn();
      const items = onePieceOf(await shop.addProduct({ priceCents: 1000 }));
      const { url, checkout } = await placePaypalOrder(buyer, items);
      await actOnOrderPage(url, 'pay');
      await waitForState(buyer, checkout, 'paid');
      await awaitMessages(shop);
      await actOnOrderOfCheckout(shop, checkout, 'refunds-wait');
      await withdraw(buyer, checkout).expect(200);
      await awaitRefunds(shop);
      await awaitMessages(shop);
      holdWebhooks(shop);
      await actOnOrderOfCheckout(shop, checkout, 'dispute', 1000);
      await actOnOrderOfCheckout(shop, checkout, 'lose-dispute');
      await actOnOrderOfCheckout(shop, checkout, 'fail-refund');
      for (const type of types) {
        const told = (await listWebhooks(shop, checkout)).find(({ label }) => label.includes(type));
        await resendWebhook(shop, told?.id ?? '');
        await awaitMessages(shop);
      }
      expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
      const rows: { ref: string }[] = await shop.database.query(
        `SELECT r.provider_ref AS ref FROM refunds r JOIN payments p ON p.id = r.payment_id
           JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
        [checkout],
      );
      expect(rows).toEqual([{ ref: expect.stringMatching(/^PP-D-/) }]);
    },
  );
});
