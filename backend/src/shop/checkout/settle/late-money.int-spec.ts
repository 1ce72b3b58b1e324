import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  type Items,
} from '../../../../test/buying.js';
import { actOnWalletPage, placeByWallet } from '../../../../test/paypal.js';
import { findSession, steerStripe } from '../../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../../test/expect-settled.js';
import { signInFriend } from '../../../../test/referral.js';
import { signInMember, redeem } from '../../../../test/rewards.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { runJob } from '../../../../test/jobs.js';

jest.setTimeout(30_000);

describe('money that comes after its checkout ended', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const change = (id: number, set: string) =>
    shop.database.query(`UPDATE products SET ${set} WHERE id = $1`, [id]);
  const paymentsOf = async (ref: string): Promise<string[]> => {
    const rows: { state: string }[] = await shop.database.query(
      `SELECT p.state FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [ref],
    );
    return rows.map(({ state }) => state);
  };
  /**
   * Places by PayPal's form and cancels; then something happens, and the old form is paid.
   * @returns what became of the money
   */
  const paidLate = async (
    buyer: SignedIn,
    items: Items,
    between: (ref: string) => unknown,
    extra = {},
  ): Promise<string> => {
    const { checkout, ...form } = await placeByWallet(buyer, items, extra);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await between(checkout);
    await actOnWalletPage(form, 'pay');
    await awaitMessages(shop);
    await awaitRefunds(shop);
    const { state, orders } = await readCheckout(buyer, checkout);
    expect([state, orders.length]).toEqual(state === 'paid' ? ['paid', 1] : ['cancelled', 0]);
    return (await paymentsOf(checkout)).join(' ');
  };

  it.each([
    [23.9, 'settled'],
    [24.1, 'stranded'],
  ])('is taken for a day: %d hours after it is %s (OWN-1139)', async (hours, outcome) => {
    const id = await shop.addProduct({ stock: 3 });
    const pass = (ref: string) =>
      shop.database.query(
        `UPDATE checkouts SET created_at = created_at - $2::interval, ended_at = ended_at - $2::interval WHERE ref = $1`,
        [ref, `${hours} hours`],
      );
    expect(await paidLate(await shop.signIn(), onePieceOf(id), pass)).toBe(outcome);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([outcome === 'settled' ? 2 : 3, 0]);
  });

  it.each([
    ['goes back', 'were hidden', 'is_hidden = true', 'stranded'],
    ['goes back', 'were deleted', 'deleted_at = now()', 'stranded'],
    ['goes back', 'are not out yet', `available_from = now() + interval '1 day'`, 'stranded'],
    ['goes back', 'cost more', 'price_cents = price_cents + 1', 'stranded'],
    ['is taken', 'cost less', 'price_cents = price_cents - 1', 'settled'],
  ])('%s where the goods %s meanwhile (OWN-1139)', async (_, __, set, outcome) => {
    const id = await shop.addProduct({ stock: 3 });
    expect(await paidLate(await shop.signIn(), onePieceOf(id), () => change(id, set))).toBe(outcome);
    expect(await readBalances(shop, `stock:${id}`)).toEqual([outcome === 'settled' ? 2 : 3]);
  });

  const forgetPieces = (ref: string) =>
    shop.database.query(
      `UPDATE checkouts SET quote = jsonb_set(quote, '{lines}',
         (SELECT jsonb_agg(line - 'shown') FROM jsonb_array_elements(quote -> 'lines') line)) WHERE ref = $1`,
      [ref],
    );

  it.each([
    ['a quote', 'fewer', 40_000_000, 'stranded'],
    ['a quote', 'more', 60_000_000, 'stranded'],
    ['an older quote', 'fewer', 40_000_000, 'stranded'],
    ['an older quote', 'more', 60_000_000, 'settled'],
  ])('counts coins: for %s whose pack has %s now (OWN-1139, OWN-1241)', async (quote, _, now, outcome) => {
    await shop.fillPool(500_000_000);
    const id = await shop.addProduct({ category: 'coins', stock: 0, coinValue: 50_000_000 });
    const between = async (ref: string) => {
      if (quote === 'an older quote') await forgetPieces(ref);
      await change(id, `coin_value = ${now}`);
    };
    expect(await paidLate(await shop.signIn(), onePieceOf(id), between)).toBe(outcome);
  });

  it.each([
    ['goes back', 'another label', `amount = '10 stacks'`, 'stranded'],
    ['goes back', 'no label', `amount = NULL`, 'stranded'],
    ['goes back', 'another name', `name = 'Iron Apples'`, 'stranded'],
    ['is taken', 'another description', `description = 'From the orchard'`, 'settled'],
  ])('%s where the goods have %s meanwhile at the same price (OWN-1241)', async (_, __, set, outcome) => {
    const id = await shop.addProduct({ name: 'Golden Apples', amount: '1 stack', stock: 3 });
    expect(await paidLate(await shop.signIn(), onePieceOf(id), () => change(id, set))).toBe(outcome);
    expect(await readBalances(shop, `stock:${id}`)).toEqual([outcome === 'settled' ? 2 : 3]);
  });

  it('compares no pieces with an older quote (OWN-1241)', async () => {
    const id = await shop.addProduct({ name: 'Golden Apples', amount: '1 stack', stock: 3 });
    const between = async (ref: string) => {
      await forgetPieces(ref);
      await change(id, `amount = '10 stacks'`);
    };
    expect(await paidLate(await shop.signIn(), onePieceOf(id), between)).toBe('settled');
  });

  it('is for who may see the goods: with Early Access, and not after it (OWN-1139)', async () => {
    const id = await shop.addProduct({ stock: 3 });
    await change(id, `available_from = now() + interval '1 day'`);
    const buyer = await shop.signIn();
    const access = (hours: number) =>
      shop.database.query(
        'UPDATE users SET early_access_until = now() + make_interval(hours => $2) WHERE id = $1',
        [buyer.userId, hours],
      );
    await access(1);
    expect(await paidLate(buyer, onePieceOf(id), () => access(1))).toBe('settled');
    await access(1);
    expect(await paidLate(buyer, onePieceOf(id), () => access(-1))).toBe('stranded');
  });

  it('counts the quantity break of the day, and custom coins (OWN-1139)', async () => {
    await shop.fillPool(500_000_000);
    const id = await shop.addProduct({
      stock: 9,
      priceCents: 2000,
      bulkMinQuantity: 3,
      bulkPriceCents: 1500,
    });
    const custom = await shop.addProduct({ category: 'coins', stock: 0, isCustom: true });
    const items = [
      { id, quantity: 3 },
      { id: custom, quantity: 1, customAmount: 20 },
    ];
    const buyer = await shop.signIn();
    const { checkout, ...form } = await placeByWallet(buyer, items);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    await actOnWalletPage(form, 'pay');
    await waitForState(buyer, checkout, 'paid');
    expect(await paidLate(buyer, [{ id, quantity: 3 }], () => change(id, 'bulk_min_quantity = 4'))).toBe(
      'stranded',
    );
  });

  const set = ({ userId }: SignedIn, columns: string) =>
    shop.database.query(`UPDATE users SET ${columns} WHERE id = $1`, [userId]);

  it.each([
    ['goes back', 'is lower', `tier = 'gold'`, '', 'stranded'],
    ['is taken', 'is higher', `tier = 'diamond'`, '', 'settled'],
    [
      'goes back',
      'is lower, though the goods cost a little less',
      `tier = 'silver'`,
      'price_cents = 9901',
      'stranded',
    ],
    [
      'is taken',
      'is lower, and the goods cost so much less',
      `tier = 'bronze'`,
      'price_cents = 9200',
      'settled',
    ],
  ])('%s where the tier %s (OWN-1139)', async (_, __, tier, cost, outcome) => {
    const id = await shop.addProduct({ stock: 3, priceCents: 10_000 });
    const buyer = await shop.signIn();
    await set(buyer, `tier = 'platinum'`);
    const between = async () => {
      await set(buyer, tier);
      if (cost) await change(id, cost);
    };
    expect(await paidLate(buyer, onePieceOf(id), between)).toBe(outcome);
    expect(await readBalances(shop, `stock:${id}`)).toEqual([outcome === 'settled' ? 2 : 3]);
  });

  it.each([
    ['goes back', 'has expired', '-1 second', 'stranded'],
    ['is taken', 'is valid', '1 hour', 'settled'],
  ])('%s where its code %s by then (OWN-1139)', async (_, __, left, outcome) => {
    const id = await shop.addProduct({ stock: 3, priceCents: 10_000 });
    const buyer = await signInMember(shop, 2_000);
    const { id: reward, code } = await redeem(buyer, 'ten-percent-off');
    const between = () =>
      shop.database.query('UPDATE rewards SET expires_at = now() + $2::interval WHERE id = $1', [
        reward,
        left,
      ]);
    expect(await paidLate(buyer, onePieceOf(id), between, { rewardCode: code })).toBe(outcome);
    expect(await readBalances(shop, `reward:${reward}`)).toEqual([outcome === 'settled' ? 0 : 1]);
  });

  it('is priced with the friend’s discount and the balances that it took (OWN-1139)', async () => {
    const id = await shop.addProduct({ stock: 3, priceCents: 10_000 });
    const { friend } = await signInFriend(shop);
    await shop.fill(`credit:${friend.userId}`, 500);
    const between = () => shop.fill(`credit:${friend.userId}`, 300);
    expect(await paidLate(friend, onePieceOf(id), between, { useStoreCredit: true })).toBe('settled');
    expect(await readBalances(shop, `credit:${friend.userId}`, `bonus:${friend.userId}`)).toEqual([300, 0]);
  });

  it('is the same of a bank that confirms after its hours (OWN-1139)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3 });
    const { url, checkout } = await place(buyer, onePieceOf(id));
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    await shop.database.query(
      `UPDATE checkouts SET hold_until = now() - interval '1 second' WHERE ref = $1`,
      [checkout],
    );
    await runJob(shop.app, 'release-holds');
    await change(id, 'is_hidden = true');
    await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
      action: 'succeed',
    });
    await waitForState(buyer, checkout, 'failed');
    await awaitRefunds(shop);
    expect(await paymentsOf(checkout)).toEqual(['stranded']);
  });
});
