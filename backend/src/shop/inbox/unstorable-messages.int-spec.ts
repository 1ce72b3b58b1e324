import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { ORDERS_MODE } from '../../../test/paypal-orders.js';
import { buildNotification, sendNotification, placeByWallet, steerPaypal } from '../../../test/paypal.js';
import { listEvents, postSignedEvent, holdMessages, releaseMessages } from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import type { Shop } from '../../../test/shop.js';

jest.setTimeout(60_000);

/** A name that Postgres does not store, and as it is kept. */
const NAME = 'A\0B \uD800';
const KEPT = 'A\uFFFDB \uFFFD';

/** Texts at a place within all stored messages. */
async function textsAt(shop: Shop, path: string): Promise<unknown[]> {
  const rows: { text: unknown }[] = await shop.database.query(
    'SELECT payload #>> $1::text[] AS text FROM provider_messages WHERE payload #>> $1::text[] IS NOT NULL',
    [path],
  );
  return rows.map(({ text }) => text);
}

describe('genuine messages with texts that cannot be stored (OWN-78)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const start = async () => {
    const id = await shop.addProduct({});
    return { buyer: await shop.signIn(), items: [{ id, quantity: 1 }] };
  };

  it('of cards count', async () => {
    holdMessages(shop);
    const { buyer, items } = await start();
    const { url, checkout } = await place(buyer, items);
    await actOnPayPage(url, 'pay');
    const [event] = await listEvents(shop, checkout, 'checkout.session.completed');
    const object = { ...event?.data.object, note: NAME, [NAME]: 'a key' };
    expect(await postSignedEvent(shop, { ...event, data: { object } })).toBe(200);
    await waitForState(buyer, checkout, 'paid');
    expect(await textsAt(shop, '{data,object,note}')).toEqual([KEPT]);
    expect(await textsAt(shop, `{data,object,"${KEPT}"}`)).toEqual(['a key']);
    await releaseMessages(shop);
  });

  it('of PayPal’s forms count, once', async () => {
    const { buyer, items } = await start();
    const form = await placeByWallet(buyer, items);
    const fields = buildNotification(form, { custom: 'x\0y', payer_id: '\0' });
    await sendNotification(shop, fields);
    await waitForState(buyer, form.checkout, 'paid');
    await sendNotification(shop, fields);
    await awaitMessages(shop);
    expect(await textsAt(shop, '{custom}')).toEqual(['x\uFFFDy']);
    const odd = buildNotification(form, { invoice: 'x\0' });
    await sendNotification(shop, odd);
    await awaitMessages(shop);
    await sendNotification(shop, odd);
    await awaitMessages(shop);
    expect(await textsAt(shop, '{told_before}')).toEqual([]);
  });
});

describe('genuine messages of PayPal’s orders with texts that cannot be stored (OWN-78)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop(ORDERS_MODE);
  });
  afterAll(() => shop.close());

  it('are stored', async () => {
    await steerPaypal(shop, 'webhooks', {
      type: 'CHECKOUT.ORDER.SAVED',
      resource: { note_to_payer: NAME },
    });
    await awaitMessages(shop);
    expect(await textsAt(shop, '{resource,note_to_payer}')).toEqual([KEPT]);
  });
});
