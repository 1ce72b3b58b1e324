import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, readCheckout } from '../../../test/buying.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import { refundInDashboard } from '../../../test/stripe.js';
import { expectProviderAgrees, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { raceSizes } from '../../../test/settings.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(120_000);

describe('who gives money back at the same time (OWN-99)', () => {
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

  describe.each(raceSizes())('races of %d', (n) => {
    const race = async (acts: (() => Promise<unknown>)[]) => {
      await Promise.allSettled(Array.from({ length: n }, async (_, index) => acts[index % acts.length]?.()));
      await awaitMessages(shop);
      await awaitRefunds(shop);
      await awaitMessages(shop);
    };

    it('of panel and dashboard give back what was paid, once', async () => {
      const { buyer, checkout, orders } = await money.makePurchase(1000);
      await money.changeOrder(orders[0], 'complete');
      const inPanel = () => admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({});
      await race([inPanel, () => refundInDashboard(shop, checkout)]);
      expect(await money.readStates(buyer)).toEqual(['completed refunded']);
      expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    });

    it('of dashboard, cancel and withdrawal give back what was paid, once', async () => {
      const { buyer, ids, checkout, orders } = await money.makePurchase(1000, 500);
      const cancel = () => admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({});
      const withdraw = () => buyer.agent.post(`/api/checkouts/${checkout}/withdraw`);
      await race([() => refundInDashboard(shop, checkout), cancel, withdraw]);
      expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1500 });
      expect(await readBalances(shop, `stock:${ids[0]}`, `stock:${ids[1]}`)).toEqual([9, 9]);
      const sum = (await money.readAmounts(checkout)).reduce((all, [cents]) => all + cents, 0);
      expect(sum).toBe(1500);
    });

    it('of parts in panel and dashboard never exceed what was paid', async () => {
      const { buyer, checkout, orders } = await money.makePurchase(1000);
      await money.changeOrder(orders[0], 'complete');
      const inPanel = () =>
        admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({ amount: '3.00' });
      await race([inPanel, () => refundInDashboard(shop, checkout, 300)]);
      const { refundedCents } = await readCheckout(buyer, checkout);
      expect(refundedCents).toBeLessThanOrEqual(1000);
      expect(refundedCents % 300).toBe(0);
    });
  });
});
