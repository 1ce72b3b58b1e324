import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { balances, stateOf } from '../../../test/buying.js';
import { expectExact, OutsideMoney } from '../../../test/outside-money.js';
import { expectProviderAgrees, messagesHandled, refundByHand, refundsSent } from '../../../test/provider.js';
import { raceSizes } from '../../../test/settings.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(120_000);

describe('who gives money back at the same time (OWN-99)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: OutsideMoney;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new OutsideMoney(shop, admin);
  });
  afterEach(async () => {
    await expectExact(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  describe.each(raceSizes())('races of %d', (n) => {
    const race = async (acts: (() => Promise<unknown>)[]) => {
      await Promise.allSettled(Array.from({ length: n }, async (_, index) => acts[index % acts.length]?.()));
      await messagesHandled(shop);
      await refundsSent(shop);
      await messagesHandled(shop);
    };

    it('of panel and dashboard give back what was paid, once', async () => {
      const { buyer, checkout, orders } = await money.purchase(1000);
      await money.move(orders[0], 'complete');
      const inPanel = () => admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({});
      await race([inPanel, () => refundByHand(shop, checkout)]);
      expect(await money.states(buyer)).toEqual(['completed refunded']);
      expect(await money.amountsOf(checkout)).toEqual([[1000, 'done']]);
    });

    it('of dashboard, cancel and withdrawal give back what was paid, once', async () => {
      const { buyer, ids, checkout, orders } = await money.purchase(1000, 500);
      const cancel = () => admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({});
      const withdraw = () => buyer.agent.post(`/api/checkouts/${checkout}/withdraw`);
      await race([() => refundByHand(shop, checkout), cancel, withdraw]);
      expect(await stateOf(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1500 });
      expect(await balances(shop, `stock:${ids[0]}`, `stock:${ids[1]}`)).toEqual([9, 9]);
      const sum = (await money.amountsOf(checkout)).reduce((all, [cents]) => all + cents, 0);
      expect(sum).toBe(1500);
    });

    it('of parts in panel and dashboard never exceed what was paid', async () => {
      const { buyer, checkout, orders } = await money.purchase(1000);
      await money.move(orders[0], 'complete');
      const inPanel = () =>
        admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({ amount: '3.00' });
      await race([inPanel, () => refundByHand(shop, checkout, 300)]);
      const { refundedCents } = await stateOf(buyer, checkout);
      expect(refundedCents).toBeLessThanOrEqual(1000);
      expect(refundedCents % 300).toBe(0);
    });
  });
});
