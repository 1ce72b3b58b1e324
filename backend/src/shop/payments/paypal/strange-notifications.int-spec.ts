import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  onePieceOf,
  place as placeByCard,
  readBalances,
  readCheckout,
  waitForState,
} from '../../../../test/buying.js';
import {
  buildNotification,
  sendNotification,
  actOnWalletPage,
  placeByWallet,
  type WalletForm,
} from '../../../../test/paypal.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';

jest.setTimeout(30_000);

/** Authentic is not valid: PayPal says of each that it sent it. */
describe('notifications of the wallet that are not what was asked for (OWN-80)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const place = async (priceCents = 1999) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3, priceCents });
    return { buyer, id, ...(await placeByWallet(buyer, [{ id, quantity: 1 }])) };
  };
  /** What PayPal tells, its result, and the alerts that it raised. */
  const tell = async (form: WalletForm, changes: Record<string, string>) => {
    const fields = buildNotification(form, changes);
    const [last]: { id: number }[] = await shop.database.query(
      'SELECT coalesce(max(id), 0) AS id FROM outbox_events',
    );
    await sendNotification(shop, fields);
    await awaitMessages(shop);
    const results: { result: string }[] = await shop.database.query(
      `SELECT result FROM provider_messages WHERE payload->>'txn_id' = $1 ORDER BY id DESC LIMIT 1`,
      [fields['txn_id']],
    );
    const alerts: { kind: string }[] = await shop.database.query(
      `SELECT data->>'kind' AS kind FROM outbox_events WHERE type = 'alert.raised' AND id > $1
          AND data->>'title' <> 'Manual refund needed' ORDER BY id`,
      [last?.id],
    );
    return [results[0]?.result, ...alerts.map(({ kind }) => kind)];
  };
  const expectOpen = async ({
    buyer,
    id,
    checkout,
  }: Pick<Awaited<ReturnType<typeof place>>, 'buyer' | 'id' | 'checkout'>) => {
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open', orders: [] });
    expect(await readBalances(shop, `held:${id}`, `points:${buyer.userId}`)).toEqual([1, 0]);
  };
  const paymentsOf = (ref: string): Promise<{ state: string; refund: string | null }[]> =>
    shop.database.query(
      `SELECT p.state, r.state AS refund FROM payments p JOIN checkouts c ON c.id = p.checkout_id
         LEFT JOIN refunds r ON r.payment_id = p.id WHERE c.ref = $1 ORDER BY p.id`,
      [ref],
    );

  it.each<Record<string, string>>([
    { mc_gross: '0.01' },
    { mc_gross: '19.98' },
    { mc_gross: '20.00' },
    { mc_currency: 'EUR' },
  ])('strand %j, and the checkout goes on', async (change) => {
    const form = await place();
    expect(await tell(form, change)).toEqual(['applied', 'stranded']);
    await expectOpen(form);
    await awaitRefunds(shop);
    expect(await paymentsOf(form.checkout)).toEqual([{ state: 'stranded', refund: 'manual' }]);
    await actOnWalletPage(form, 'pay');
    await waitForState(form.buyer, form.checkout, 'paid');
  });

  it('give nothing for $1 that names an order of $2,000', async () => {
    const dear = await place(200_000);
    const cheap = await place(100);
    const { item_number, invoice } = dear.fields;
    expect(await tell(cheap, { item_number: item_number ?? '', invoice: invoice ?? '' })).toEqual([
      'applied',
      'stranded',
    ]);
    await expectOpen(dear);
    await expectOpen(cheap);
  });

  it('give nothing for the sum of a checkout by card, whose buyer can still buy after a complaint', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3, priceCents: 1999 });
    const { checkout } = await placeByCard(buyer, onePieceOf(id));
    const stranger = await place();
    const { item_number: item = '', invoice = '' } = stranger.fields;
    const ofCard = {
      item_number: item.replace(stranger.checkout, checkout),
      invoice: invoice.replace(stranger.checkout, checkout),
    };
    expect(await tell(stranger, ofCard)).toEqual(['applied', 'stranded']);
    await expectOpen({ buyer, id, checkout });
    await tell(stranger, { ...ofCard, payment_status: 'Reversed' });
    const items = onePieceOf(await shop.addProduct({ priceCents: 900 }));
    await buyer.agent.post('/api/checkout/quote').send({ items }).expect(200);
  });

  it.each([
    [{ receiver_email: 'other@example.com' }, 'other receiver', 'security'],
    [{ receiver_email: '', business: 'pay@pax-market.example' }, 'other receiver', 'security'],
    [{ receiver_email: 'other@example.com', business: 'other@example.com' }, 'other receiver', 'security'],
    [{ test_ipn: '' }, 'other mode', 'security'],
    [{ test_ipn: '0' }, 'other mode', 'security'],
    [{ invoice: 'other' }, 'not ours', 'stranded'],
    [{ item_number: 'x', invoice: 'x' }, 'not ours', 'stranded'],
    [{ item_number: 'x\0', invoice: 'x\0', custom: '\0' }, 'not ours', 'stranded'],
    [{ item_number: '', invoice: '' }, 'not ours', 'stranded'],
    [{ txn_id: '' }, 'not ours', 'stranded'],
    [
      { item_number: 'AAAAAAAAAAAAAAAAAAAAAA', invoice: 'AAAAAAAAAAAAAAAAAAAAAA' },
      'unknown checkout',
      'stranded',
    ],
    [{ mc_gross: '-19.99' }, 'no amount', 'stranded'],
    [{ mc_gross: '1e3' }, 'no amount', 'stranded'],
    [{ mc_currency: 'usd' }, 'no amount', 'stranded'],
    [{ payment_status: 'Processed' }, 'unknown status', 'stranded'],
    [{ payment_status: 'Reversed', parent_txn_id: 'P1', mc_gross: '0.00' }, 'left to staff', 'dispute'],
    [{ payment_status: 'Reversed', parent_txn_id: 'P1', mc_currency: 'none' }, 'left to staff', 'dispute'],
    [{ payment_status: 'Refunded', parent_txn_id: 'P1', mc_currency: '' }, 'left to staff', 'dispute'],
  ])('change nothing but an alert with %j', async (change: Record<string, string>, result, kind) => {
    const form = await place();
    const [told, ...alerts] = await tell(form, change);
    expect([told, ...alerts]).toEqual([result, kind]);
    await expectOpen(form);
    expect(await paymentsOf(form.checkout)).toEqual([]);
  });

  it.each<Record<string, string>>([
    { payment_status: '', txn_type: 'new_case' },
    { payment_status: 'Pending', pending_reason: 'authorization' },
  ])('change nothing at all with %j', async (change) => {
    const form = await place();
    const [, ...alerts] = await tell(form, change);
    expect(alerts).toEqual([]);
    await expectOpen(form);
  });

  it.each(['Denied', 'Failed', 'Voided', 'Expired'])('end the checkout with %s', async (status) => {
    const form = await place();
    expect(await tell(form, { payment_status: status })).toEqual(['applied']);
    expect(await readCheckout(form.buyer, form.checkout)).toMatchObject({ state: 'failed', orders: [] });
    expect(await readBalances(shop, `held:${form.id}`)).toEqual([0]);
  });

  it.each(['Pending', 'Denied'])('neither keep nor end it by %s of another amount', async (status) => {
    const form = await place();
    expect(await tell(form, { payment_status: status, mc_gross: '0.01' })).toEqual(['applied']);
    await expectOpen(form);
  });

  it('use a transaction for one checkout only, and staff hear of it once (OWN-80)', async () => {
    const [first, second] = [await place(), await place()];
    const fields = buildNotification(first, {});
    await sendNotification(shop, fields);
    await waitForState(first.buyer, first.checkout, 'paid');
    const { item_number, invoice } = second.fields;
    const again = { ...fields, item_number: item_number ?? '', invoice: invoice ?? '' };
    for (let times = 0; times < 3; times += 1) {
      await sendNotification(shop, again);
      await sendNotification(shop, { ...fields, custom: `repeat ${times}` });
    }
    await awaitMessages(shop);
    await expectOpen(second);
    const alerts: unknown[] = await shop.database.query(
      `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE '%' || $1 || '%'`,
      [fields['txn_id']],
    );
    expect(alerts).toHaveLength(1);
  });

  it('end no checkout by one refused try while another is pending (OWN-920)', async () => {
    const [ended, paid] = [await place(), await place()];
    const status = (payment_status: string, txn_id: string) => ({ payment_status, txn_id });
    for (const form of [ended, paid]) {
      const [one, two] = [`ONE${form.id}`, `TWO${form.id}`];
      await tell(form, status('Pending', two));
      await tell(form, status('Denied', one));
      expect((await readCheckout(form.buyer, form.checkout)).state).toBe('confirming');
      await tell(form, status('Pending', one));
      await tell(form, status(form === paid ? 'Completed' : 'Failed', two));
    }
    // A Pending that comes after its refusal is old news, so that nothing is pending any more.
    expect(await readCheckout(paid.buyer, paid.checkout)).toMatchObject({ state: 'paid' });
    expect(await readCheckout(ended.buyer, ended.checkout)).toMatchObject({ state: 'failed', orders: [] });
    expect(await readBalances(shop, `held:${ended.id}`, `held:${paid.id}`)).toEqual([0, 0]);
  });

  it.each([
    ['the first of two is refused', ['Pending one', 'Pending two', 'Denied one'], 'confirming'],
    ['the second of two is refused', ['Pending one', 'Pending two', 'Failed two'], 'confirming'],
    [
      'of three two are',
      ['Pending one', 'Pending two', 'Pending three', 'Denied two', 'Denied one'],
      'confirming',
    ],
    ['one is refused twice', ['Pending one', 'Pending two', 'Denied one', 'Denied one'], 'confirming'],
    ['both are refused', ['Pending one', 'Pending two', 'Denied one', 'Voided two'], 'failed'],
    ['the only one is refused', ['Pending one', 'Pending one', 'Denied one'], 'failed'],
    ['the other one is paid', ['Pending one', 'Pending two', 'Denied one', 'Completed two'], 'paid'],
  ] as const)(
    'hold the goods of several tries while one is pending: %s (OWN-920)',
    async (_, told, state) => {
      const form = await place();
      for (const words of told) {
        const [payment_status = '', name = ''] = words.split(' ');
        await tell(form, { payment_status, txn_id: `${name}${form.id}` });
      }
      expect((await readCheckout(form.buyer, form.checkout)).state).toBe(state);
      const held = await readBalances(shop, `stock:${form.id}`, `held:${form.id}`);
      expect(held).toEqual({ confirming: [2, 1], failed: [3, 0], paid: [2, 0] }[state]);
    },
  );

  it('send a second payment of a paid checkout back', async () => {
    const form = await place();
    expect(await tell(form, {})).toEqual(['applied']);
    expect(await tell(form, {})).toEqual(['applied', 'stranded']);
    await awaitRefunds(shop);
    expect(await paymentsOf(form.checkout)).toEqual([
      { state: 'settled', refund: null },
      { state: 'stranded', refund: 'manual' },
    ]);
    expect((await readCheckout(form.buyer, form.checkout)).orders).toHaveLength(1);
  });
});
