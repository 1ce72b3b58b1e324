import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, waitForState } from '../../../test/buying.js';
import { steerPaypal } from '../../../test/paypal.js';
import {
  actOnOrderOfCheckout,
  actOnOrderPage,
  findPaypalOrder,
  holdWebhooks,
  placePaypalOrder,
  releaseWebhooks,
  withOrdersShop,
  type OrderAct,
} from '../../../test/paypal-orders.js';
import { awaitMessages } from '../../../test/expect-settled.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import type { Shop } from '../../../test/shop.js';
import { readValue } from '../../../test/database.js';
import { ProviderMessages } from '../inbox/provider-messages.js';

jest.setTimeout(60_000);

describe('money that a bank takes beside a dispute of another amount (OWN-674)', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  withOrdersShop((opened) => (shop = opened));
  beforeAll(async () => {
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });

  type Step = readonly [act: OrderAct, cents?: number];
  /** Buys goods of $95, then lets PayPal act; each act's message is processed before the next. */
  const buyAndPlay = async (...steps: readonly Step[]) => {
    const buyer = await shop.signIn();
    const { url, checkout } = await placePaypalOrder(
      buyer,
      onePieceOf(await shop.addProduct({ priceCents: 9500 })),
    );
    await actOnOrderPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    for (const [act, cents] of steps) {
      await actOnOrderOfCheckout(shop, checkout, act, cents);
      await awaitMessages(shop);
    }
    return { checkout, orders };
  };
  const stateOf = (checkout: string) =>
    readValue<string>(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [checkout]);
  const disputesOf = (checkout: string) =>
    readValue<string>(
      shop,
      `SELECT string_agg(d.amount_cents || ' ' || d.state, ', ' ORDER BY d.amount_cents) AS value FROM disputes d
         JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [checkout],
    );
  const captureOf = async (checkout: string): Promise<string> =>
    (await findPaypalOrder(shop, checkout)).capture?.id ?? '';

  it.each<{ steps: readonly Step[] }>([
    { steps: [['dispute', 500], ['reverse'], ['win-dispute']] },
    { steps: [['reverse'], ['dispute', 500], ['win-dispute']] },
  ])('stays open when the small dispute is won: $steps', async ({ steps }) => {
    const { checkout } = await buyAndPlay(...steps);
    expect([await stateOf(checkout), await disputesOf(checkout)]).toEqual(['disputed', '500 won, 9500 open']);
  });

  it.each<{ steps: readonly Step[] }>([
    { steps: [['reverse'], ['dispute', 500], ['lose-dispute']] },
    { steps: [['dispute', 500], ['reverse'], ['lose-dispute']] },
  ])('stays open when the small dispute is lost: $steps', async ({ steps }) => {
    const { checkout } = await buyAndPlay(...steps);
    expect(await disputesOf(checkout)).toBe('500 lost, 9500 open');
    expect(await money.readAmounts(checkout)).toEqual([[500, 'done']]);
  });

  it('is one dispute if the amounts are equal, whichever is told first', async () => {
    for (const steps of [
      [['reverse'], ['dispute']],
      [['dispute'], ['reverse']],
    ] as const) {
      const { checkout } = await buyAndPlay(...steps, ['win-dispute']);
      expect([await stateOf(checkout), await disputesOf(checkout)]).toEqual(['paid', '9500 won']);
    }
  });

  it('is booked when a dispute that was lost in part is decided again, for more', async () => {
    const { checkout, orders } = await buyAndPlay(
      ['dispute'],
      ['lose-dispute', 2000],
      ['lose-dispute', 9500],
    );
    expect(await money.readAmounts(checkout)).toEqual([
      [2000, 'done'],
      [7500, 'done'],
    ]);
    expect([await stateOf(checkout), await disputesOf(checkout)]).toEqual(['lost', '9500 lost']);
    expect(await money.readAlerts(await captureOf(checkout))).toEqual([
      'Dispute opened',
      'Dispute lost',
      'Dispute lost',
    ]);
    const order = 'SELECT payment_status AS value FROM orders WHERE id = $1';
    expect(await readValue(shop, order, [orders[0]])).toBe('lost');
  });

  it('is told when a lost dispute is decided again, for less', async () => {
    const { checkout } = await buyAndPlay(['dispute'], ['lose-dispute'], ['lose-dispute', 2000]);
    expect(await money.readAmounts(checkout)).toEqual([[9500, 'done']]);
    expect((await money.readAlerts(await captureOf(checkout))).at(-1)).toBe(
      'A lost dispute has another amount',
    );
  });

  it('opens a dispute again when the buyer appeals, and stops the purchase (OWN-103)', async () => {
    const { checkout } = await buyAndPlay(['dispute'], ['win-dispute']);
    expect(await stateOf(checkout)).toBe('paid');
    const dispute = await readValue<string>(
      shop,
      `SELECT d.provider_ref AS value FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.provider_ref = $1`,
      [await captureOf(checkout)],
    );
    const at = new Date(Date.now() + 60_000).toISOString();
    const resource = {
      dispute_id: dispute,
      create_time: new Date(Date.now() - 60_000).toISOString(),
      update_time: at,
      dispute_amount: { currency_code: 'USD', value: '95.00' },
      disputed_transactions: [{ seller_transaction_id: await captureOf(checkout) }],
    };
    await steerPaypal(shop, 'webhooks', { type: 'CUSTOMER.DISPUTE.UPDATED', resource });
    await awaitMessages(shop);
    expect([await stateOf(checkout), await disputesOf(checkout)]).toEqual(['disputed', '9500 open']);
  });

  it('is found when its payment is recorded, though its dispute names a foreign payment first', async () => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await shop.addProduct({ priceCents: 9500 }));
    const { url, checkout } = await placePaypalOrder(buyer, items);
    await actOnOrderPage(url, 'pay_pending');
    await awaitMessages(shop);
    holdWebhooks(shop, 'CAPTURE.COMPLETED');
    await actOnOrderOfCheckout(shop, checkout, 'complete');
    const named = ['FOREIGN0001', await captureOf(checkout)];
    await steerPaypal(shop, 'webhooks', {
      type: 'CUSTOMER.DISPUTE.CREATED',
      resource: {
        dispute_id: 'PP-D-TWO',
        create_time: new Date().toISOString(),
        dispute_amount: { currency_code: 'USD', value: '190.00' },
        disputed_transactions: named.map((id) => ({ seller_transaction_id: id })),
      },
    });
    await awaitMessages(shop);
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    await shop.app.get(ProviderMessages).reopenMessagesOfLatePayments();
    await awaitMessages(shop);
    expect([await stateOf(checkout), await disputesOf(checkout)]).toEqual(['disputed', '9500 open']);
  });
});
