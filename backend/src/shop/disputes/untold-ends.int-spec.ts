import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderDispute } from '@pax/contracts';
import { onePieceOf, waitForState } from '../../../test/buying.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  actOnOrderOfCheckout,
  actOnOrderPage,
  ORDERS_MODE,
  placePaypalOrder,
  listWebhooks,
  type OrderAct,
} from '../../../test/paypal-orders.js';
import { listAlertsAbout, OWN_ORDER_ALERT } from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { startTogether } from '../../../test/races/race.js';
import type { Shop } from '../../../test/shop.js';
import { type SignedIn, signInSuccessor } from '../../../test/sign-in.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(60_000);

describe('disputes of PayPal’s orders whose end nobody tells', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop(ORDERS_MODE);
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const paid = async (by?: SignedIn) => {
    const buyer = by ?? (await shop.signIn());
    const items = onePieceOf(await shop.addProduct({ priceCents: 1000 }));
    const { url, checkout } = await placePaypalOrder(buyer, items);
    await actOnOrderPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    const happens = async (...acts: OrderAct[]): Promise<string | undefined> => {
      for (const act of acts) {
        await actOnOrderOfCheckout(shop, checkout, act);
        // In their order: a reversal that is heard of first opens the dispute under another name.
        await awaitMessages(shop);
      }
      await awaitMessages(shop);
      // A blocked buyer can't ask.
      return readValue<string>(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [checkout]);
    };
    const disputes = async (): Promise<OrderDispute[]> => {
      const answer = await admin.agent.get(`/api/admin/orders/${orders[0]}/disputes`).expect(200);
      return answer.body.disputes;
    };
    return { buyer, checkout, happens, disputes };
  };
  const end = async (dispute: OrderDispute | undefined, outcome: 'won' | 'lost'): Promise<number> => {
    const body = { outcome, reference: 'asked PayPal' };
    return (await admin.agent.post(`/api/admin/disputes/${dispute?.id}/end`).send(body)).status;
  };
  const account = ({ userId }: SignedIn) =>
    readValue<string>(
      shop,
      `SELECT concat(purchases_suspended, ' ', blocked_at IS NOT NULL) AS value FROM users WHERE id = $1`,
      [userId],
    );

  it('end by an admin’s word where the bank took the money without a case (OWN-687, OWN-1184)', async () => {
    const [won, lost] = [await paid(), await paid()];
    for (const { happens, buyer } of [won, lost]) {
      expect(await happens('reverse')).toBe('disputed');
      expect(await account(buyer)).toBe('t f');
    }
    const [first] = await won.disputes();
    expect(first).toMatchObject({ state: 'open', endsByHand: true });
    expect(await end(first, 'won')).toBe(200);
    expect([await won.happens(), await account(won.buyer)]).toEqual(['paid', 'f f']);
    const successor = await signInSuccessor(shop, lost.buyer.userId, '427196530852971004');
    expect(await end((await lost.disputes())[0], 'lost')).toBe(200);
    expect([await lost.happens(), await account(lost.buyer)]).toEqual(['lost', 't t']);
    expect(await account(successor)).toBe('f t');
    expect(await money.readAmounts(lost.checkout)).toEqual([[1000, 'done']]);
    // The case gets a name after all, and ends as the admin said.
    expect(await lost.happens('dispute', 'lose-dispute')).toBe('lost');
    expect((await lost.disputes()).map(({ state }) => state)).toEqual(['lost']);
    expect(await money.readAmounts(lost.checkout)).toEqual([[1000, 'done']]);
  });

  it('end once, however many say so at the same moment', async () => {
    const { buyer, happens, disputes } = await paid();
    await happens('reverse');
    const [dispute] = await disputes();
    const act = () => end(dispute, 'won');
    const statuses = await startTogether(shop, { buyers: [buyer] }, [act, act, act]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('are told when they are of an admin’s own purchase, and not of others’ (OWN-890)', async () => {
    for (const { of, told } of [
      { of: admin, told: [OWN_ORDER_ALERT] },
      { of: undefined, told: [] },
    ]) {
      const { happens, disputes } = await paid(of);
      await happens('reverse');
      const [dispute] = await disputes();
      expect(await end(dispute, 'won')).toBe(200);
      expect(await listAlertsAbout(shop, `dispute:${dispute?.id}`)).toEqual(told);
    }
  });

  it('stay with PayPal while a case is open that it may still tell of (OWN-687)', async () => {
    const { happens, disputes, checkout } = await paid();
    await happens('dispute', 'reverse');
    const [open] = await disputes();
    expect(open?.endsByHand).toBe(false);
    expect(await end(open, 'lost')).toBe(409);
    const ageTo = (age: string) =>
      shop.database.query('UPDATE disputes SET created_at = now() - $2::interval WHERE provider_ref = $1', [
        open?.reference,
        age,
      ]);
    await ageTo('29 days 23 hours');
    expect(await end(open, 'lost')).toBe(409);
    await ageTo('30 days');
    expect(await end(open, 'lost')).toBe(200);
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
  });

  it.each([
    ['less than it took', 700, 300, [300, 400]],
    ['all that it took', 300, 300, [300]],
    ['more than it took', 300, 700, [700]],
  ])('are booked less what went back meanwhile, %s (OWN-798)', async (_, disputed, refunded, booked) => {
    const { happens, disputes, checkout } = await paid();
    await actOnOrderOfCheckout(shop, checkout, 'dispute', disputed);
    await actOnOrderOfCheckout(shop, checkout, 'refund', refunded);
    await happens();
    const [open] = await disputes();
    await shop.database.query(
      `UPDATE disputes SET created_at = created_at - interval '30 days' WHERE provider_ref = $1`,
      [open?.reference],
    );
    expect(await end(open, 'lost')).toBe(200);
    expect(await money.readAmounts(checkout)).toEqual(booked.map((cents) => [cents, 'done']));
    // The same money, told of again.
    await happens('lose-dispute');
    expect(await money.readAmounts(checkout)).toEqual(booked.map((cents) => [cents, 'done']));
  });

  it('are lost after all where PayPal decides for the buyer’s appeal (OWN-103)', async () => {
    const { buyer, happens, disputes, checkout } = await paid();
    expect(await happens('dispute', 'win-dispute')).toBe('paid');
    expect(await happens('lose-dispute')).toBe('lost');
    expect((await disputes()).map(({ state }) => state)).toEqual(['lost']);
    expect([await money.readAmounts(checkout), await account(buyer)]).toEqual([[[1000, 'done']], 't t']);
  });

  it('are told of where the bank takes the money again after one was won, once (OWN-674)', async () => {
    const { happens, disputes, checkout } = await paid();
    expect(await happens('dispute', 'reverse', 'win-dispute')).toBe('paid');
    const [{ reference } = { reference: 'none' }] = await disputes();
    expect(await happens('reverse')).toBe('paid');
    expect(
      (await listWebhooks(shop, checkout)).filter(({ label }) => label.endsWith('REVERSED')),
    ).toHaveLength(2);
    const titles = ['Dispute opened', 'Dispute won', 'Money taken again'];
    expect(await money.readAlerts(reference)).toEqual(titles);
  });
});
