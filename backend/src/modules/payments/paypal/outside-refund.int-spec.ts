import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, reaches, stateOf } from '../../../../test/buying.js';
import { expectExact, OutsideMoney } from '../../../../test/outside-money.js';
import {
  bodiesOf,
  bringNotification,
  holdNotifications,
  onPayment,
  onWalletPage,
  placeByWallet,
  releaseNotifications,
} from '../../../../test/paypal.js';
import { messagesHandled } from '../../../../test/provider.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import { until } from '../../../../test/until.js';
import { ProviderInbox } from '../messages/provider-inbox.js';

jest.setTimeout(30_000);

describe('a refund in PayPal’s dashboard (OWN-99, OWN-484)', () => {
  let shop: Shop;
  let money: OutsideMoney;
  beforeAll(async () => {
    shop = await startShop();
    money = new OutsideMoney(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectExact(shop));
  afterAll(() => shop.close());

  const place = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 1000 });
    return { buyer, ...(await placeByWallet(buyer, onePieceOf(id))) };
  };

  it('is booked once, however often PayPal tells of it, and what is undelivered ends with the rest', async () => {
    const { buyer, checkout, ...form } = await place();
    await onWalletPage(form, 'pay');
    await reaches(buyer, checkout, 'paid');
    await onPayment(shop, checkout, 'refund', 400);
    await messagesHandled(shop);
    for (const body of await bodiesOf(shop, checkout)) await bringNotification(shop, body);
    await messagesHandled(shop);
    expect(await money.amountsOf(checkout)).toEqual([[400, 'done']]);
    expect(await money.states(buyer)).toEqual(['pending partly_refunded']);
    await onPayment(shop, checkout, 'refund');
    await messagesHandled(shop);
    expect(await money.states(buyer)).toEqual(['cancelled refunded']);
    expect(await stateOf(buyer, checkout)).toMatchObject({ state: 'refunded', refundedCents: 1000 });
  });

  it('that comes before its payment is booked when that comes', async () => {
    const { buyer, checkout, ...form } = await place();
    holdNotifications(shop, 'Completed');
    await onWalletPage(form, 'pay');
    await onPayment(shop, checkout, 'refund', 400);
    await messagesHandled(shop);
    expect(await money.alertsOf('booked nothing of 4.00 USD')).toEqual(['Refund outside the shop']);
    await releaseNotifications(shop);
    await reaches(buyer, checkout, 'paid');
    await shop.app.get(ProviderInbox).processWaiting();
    const rows = await until(
      () => money.amountsOf(checkout),
      ({ length }) => length > 0,
    );
    expect(rows).toEqual([[400, 'done']]);
  });
});
