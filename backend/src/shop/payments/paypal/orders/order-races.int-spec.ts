import { describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  onePieceOf,
  actOnPayPage,
  placementFor,
  readCheckout,
} from '../../../../../test/buying.js';
import {
  captureWithoutAnswer,
  holdWebhooks,
  actOnOrderOfCheckout,
  actOnOrderPage,
  findPaypalOrder,
  placePaypalOrder,
  releaseWebhooks,
  withOrdersShop,
} from '../../../../../test/paypal-orders.js';
import { openForeignSession } from '../../../../../test/stripe.js';
import { expectSettled } from '../../../../../test/expect-settled.js';
import { countPayments, sweeps } from '../../../../../test/races/payment-races.js';
import {
  repeatInTurn,
  isTurnedAway,
  startTogether,
  readStatus,
  countStatus,
  type Act,
} from '../../../../../test/races/race.js';
import { raceSizes } from '../../../../../test/settings.js';
import type { Shop } from '../../../../../test/shop.js';
import { orderSessionId } from './paypal-order.js';
import { PaypalOrdersProvider } from './paypal-orders-provider.js';

jest.setTimeout(120_000);

/** The capture is the shop's own act, so that whoever ends the checkout meanwhile meets it (OWN-499). */
describe('races of a capture by PayPal’s orders', () => {
  let shop: Shop;
  withOrdersShop((opened) => (shop = opened));

  /** An approved order, what can happen to it at once, and the checkout after everything was told. */
  const approved = async (act?: 'decline') => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3, priceCents: 1500 });
    const { url, checkout } = await placePaypalOrder(buyer, onePieceOf(id));
    holdWebhooks(shop);
    if (act) await actOnOrderOfCheckout(shop, checkout, act);
    await actOnOrderPage(url, 'pay');
    const call =
      (what: string): Act =>
      () =>
        readStatus(buyer.agent.post(`/api/checkouts/${checkout}/${what}`));
    const byCard: Act = async () => {
      const session = await openForeignSession(shop, checkout, 1500);
      await actOnPayPage(session.url ?? '', 'pay');
      return 303;
    };
    return {
      buyer,
      checkout,
      capture: call('refresh'),
      cancel: call('cancel'),
      expire: sweeps(shop, checkout, -2),
      byCard,
      outcome: async () => {
        await releaseWebhooks(shop);
        await expectSettled(shop);
        const { state, orders } = await readCheckout(buyer, checkout);
        const isCaptured = (await findPaypalOrder(shop, checkout)).capture !== undefined;
        const counts = [
          await countPayments(shop, checkout, 'settled'),
          await countPayments(shop, checkout, 'stranded'),
        ];
        return {
          state,
          orders: orders.length,
          isCaptured,
          counts,
          goods: await readBalances(shop, `stock:${id}`, `held:${id}`),
        };
      },
    };
  };

  it.each([
    ['before the session’s end', -30, 'paid'],
    ['after it', 30, 'paid'],
    ['after it, too late for a capture', 90, 'expired'],
  ] as const)('%s, %i s from it, one who comes back finds it %s (OWN-499)', async (_, seconds, state) => {
    const { checkout, capture, outcome } = await approved();
    await shop.database.query(
      `UPDATE checkouts SET session_expires_at = now() - $2::int * interval '1 second', next_check_at = now() + interval '1 day'
        WHERE ref = $1`,
      [checkout, seconds],
    );
    expect(await capture()).toBe(200);
    const isPaid = state === 'paid';
    expect(await outcome()).toEqual({
      state,
      orders: isPaid ? 1 : 0,
      isCaptured: isPaid,
      counts: [isPaid ? 1 : 0, 0],
      goods: [isPaid ? 2 : 3, 0],
    });
  });

  it.each(['blocked_at = now()', 'purchases_suspended = true'])(
    'sells nothing to a buyer who may not buy any more, and takes no money: %s (OWN-1166, OWN-1140)',
    async (set) => {
      const { buyer, outcome } = await approved();
      await shop.database.query(`UPDATE users SET ${set} WHERE id = $1`, [buyer.userId]);
      await releaseWebhooks(shop);
      await expectSettled(shop);
      await shop.database.query('UPDATE users SET blocked_at = NULL WHERE id = $1', [buyer.userId]);
      expect(await outcome()).toEqual({
        state: 'cancelled',
        orders: 0,
        isCaptured: false,
        counts: [0, 0],
        goods: [3, 0],
      });
    },
  );

  it.each<[what: string, acts: ('pay' | 'pay_pending' | 'capture' | 'deny' | 'forget')[], state: string]>([
    ['nobody approved', [], 'expired'],
    ['was approved only', ['pay'], 'expired'],
    ['PayPal has forgotten', ['forget'], 'expired'],
    ['was captured', ['pay', 'capture'], 'paid'],
    ['was captured, with its money still to come', ['pay_pending', 'capture'], 'confirming'],
    ['was captured, and denied', ['pay_pending', 'capture', 'deny'], 'failed'],
  ])('whoever ends an order that %s meets what PayPal has of it: %j (OWN-499)', async (_, acts, state) => {
    const buyer = await shop.signIn();
    const { url, checkout } = await placePaypalOrder(buyer, onePieceOf(await shop.addProduct({ stock: 3 })));
    holdWebhooks(shop);
    const { id } = await findPaypalOrder(shop, checkout);
    for (const act of acts) {
      if (act === 'pay' || act === 'pay_pending') await actOnOrderPage(url, act);
      else if (act === 'capture') await captureWithoutAnswer(shop, checkout, id);
      else await actOnOrderOfCheckout(shop, checkout, act === 'deny' ? 'deny' : 'expire');
    }
    const session = orderSessionId(checkout, id);
    const ended = await shop.app.get(PaypalOrdersProvider).endSession(session);
    expect(ended).toMatchObject({ id: session, state });
    expect(ended.payment === null).toBe(state !== 'paid');
  });

  describe.each(raceSizes())('with %i at once at least', (n) => {
    it('is captured and paid, or neither, whoever cancels or ends it', async () => {
      const { buyer, capture, cancel, expire, outcome } = await approved();
      const statuses = await startTogether(
        shop,
        { buyers: [buyer] },
        repeatInTurn([capture, cancel, expire], n),
      );
      const { state, ...rest } = await outcome();
      const isPaid = state === 'paid';
      expect(['paid', 'cancelled', 'expired']).toContain(state);
      expect(rest).toEqual({
        orders: isPaid ? 1 : 0,
        isCaptured: isPaid,
        counts: [isPaid ? 1 : 0, 0],
        goods: [isPaid ? 2 : 3, 0],
      });
      expect(statuses.filter((status) => status >= 500 && !isTurnedAway(status, n))).toEqual([]);
    });

    it('is declined or gives way where its buyer places another, and one of them is open at most (OWN-920)', async () => {
      const { buyer, checkout, capture, cancel, outcome } = await approved('decline');
      const other = await placementFor(buyer, onePieceOf(await shop.addProduct({ stock: 3 })));
      const answers: { status: number; body: { code?: string } }[] = [];
      const place: Act = async () => {
        const answer = await buyer.agent.post('/api/payments/stripe/create-checkout-session').send(other);
        answers.push(answer);
        return answer.status;
      };
      const statuses = await startTogether(shop, { buyers: [buyer] }, repeatInTurn([capture, place], n));
      const refused = answers.filter(({ status }) => status !== 201 && !isTurnedAway(status, n));
      for (const { status, body } of refused)
        expect([status, body]).toMatchObject([409, { code: 'CHECKOUT_OPEN', checkout }]);
      expect(statuses.filter((status) => status >= 500 && !isTurnedAway(status, n))).toEqual([]);
      const open: { ref: string }[] = await shop.database.query(
        `SELECT ref FROM checkouts WHERE user_id = $1 AND state = 'open'`,
        [buyer.userId],
      );
      const isPlaced = countStatus(statuses, 201) > 0;
      expect(open).toHaveLength(1);
      expect(open[0]?.ref === checkout).toBe(!isPlaced);
      expect(isPlaced ? 200 : await cancel()).toBe(200);
      const { state, ...rest } = await outcome();
      expect(['cancelled', 'failed']).toContain(state);
      expect(rest).toEqual({ orders: 0, isCaptured: false, counts: [0, 0], goods: [3, 0] });
    });

    it('is one purchase where cards pay it as well, and the other money goes back (OWN-83)', async () => {
      const { buyer, capture, cancel, byCard, outcome } = await approved();
      const statuses = await startTogether(
        shop,
        { buyers: [buyer] },
        repeatInTurn([capture, byCard, cancel], n),
      );
      const { isCaptured, ...rest } = await outcome();
      const paid = countStatus(statuses, 303) + (isCaptured ? 1 : 0);
      expect(rest).toEqual({ state: 'paid', orders: 1, counts: [1, paid - 1], goods: [2, 0] });
    });
  });
});
