import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { StrandedPayment } from '@pax/contracts';
import { onePieceOf } from '../../../test/buying.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import { buildNotification, sendNotification, placeByWallet } from '../../../test/paypal.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const LIST = '/api/admin/stranded-payments';

describe('the list of stranded money (OWN-799)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  /** Money in another amount and currency than was asked for, of a checkout without orders. */
  const strand = async (cents: string, currency = 'USD') => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    const form = await placeByWallet(buyer, onePieceOf(id));
    const fields = buildNotification(form, { mc_gross: cents, mc_currency: currency });
    await sendNotification(shop, fields);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    return { checkout: form.checkout, reference: fields['txn_id'] ?? '' };
  };
  const read = async (query = ''): Promise<{ items: StrandedPayment[]; total: string; link: string }> => {
    const { body, headers } = await admin.agent.get(`${LIST}${query}`).expect(200);
    return { items: body, total: String(headers['x-total-count']), link: headers['link'] ?? '' };
  };

  it('shows what no order shows, with amount, currency, references, time and the state of its refund', async () => {
    const { checkout, reference } = await strand('7.50', 'EUR');
    const [first] = (await read()).items;
    expect(first).toMatchObject({
      provider: 'paypal',
      reference,
      checkout,
      orders: [],
      amount: { cents: 750, currency: 'eur' },
      reason: '750 eur came in where 1000 usd were due',
      refunds: [{ amount: '7.50', state: 'manual', reference: null }],
    });
    expect(Math.abs(Date.parse(first?.receivedAt ?? '') - Date.now())).toBeLessThan(3_600_000);
  });

  it('is read page by page, newest first, and narrowed by whether the money is back', async () => {
    const made = [await strand('1.01'), await strand('1.02'), await strand('1.03')];
    const [row] = (await read()).items;
    const path = `/api/admin/refunds/${row?.refunds[0]?.id}/done`;
    await admin.agent.post(path).send({ reference: 'sent back by hand' }).expect(200);
    const refs = ({ items }: { items: StrandedPayment[] }) => items.map(({ reference }) => reference);
    const back = await read('?state=back');
    expect([refs(back), back.total]).toEqual([[made[2]?.reference], '1']);
    expect(back.items[0]?.refunds).toMatchObject([{ state: 'done', reference: 'sent back by hand' }]);
    const page = await read('?state=waiting&limit=1');
    expect(refs(page)).toEqual([made[1]?.reference]);
    const next = /<([^>]+)>; rel="next"/.exec(page.link)?.[1] ?? '';
    expect(refs(await read(next.slice(LIST.length)))).toEqual([made[0]?.reference]);
    // What the shop still sends is not back either.
    const become = (state: string) =>
      shop.database.query(
        `UPDATE refunds SET state = $2, next_try_at = now() + interval '1 hour' WHERE payment_id =
           (SELECT id FROM payments WHERE provider_ref = $1)`,
        [made[0]?.reference, state],
      );
    await become('requested');
    expect(refs(await read('?state=waiting'))).toContain(made[0]?.reference);
    expect((await read('?state=back')).total).toBe('1');
    await become('manual');
    for (const query of ['?state=lost', '?sort=oldest', '?cursor=x', '?limit=501']) {
      const refused = await admin.agent.get(`${LIST}${query}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION']);
    }
  });

  it('names the orders that show it as well, where its purchase has some', async () => {
    const { checkout, orders } = await money.makePurchase(1000);
    await shop.database.query(
      `INSERT INTO payments (checkout_id, provider, provider_ref, amount_cents, currency, state)
       SELECT id, 'stripe', 'pi_nothing_' || ref, 0, 'usd', 'stranded' FROM checkouts WHERE ref = $1`,
      [checkout],
    );
    const [first] = (await read()).items;
    // Of nothing nothing goes back.
    expect(first).toMatchObject({ checkout, orders, reason: null, refunds: [] });
  });
});
