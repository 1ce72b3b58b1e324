import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf, actOnPayPage, readCheckout } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  findDispute,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  listSessions,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { whileRefundsRefused } from '../../../test/refunds.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(60_000);

describe('a dispute of stranded money', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const facts = ({ userId }: SignedIn) =>
    readValue<string>(
      shop,
      `SELECT concat(purchases_suspended, ' ', blocked_at IS NOT NULL) AS value FROM users WHERE id = $1`,
      [userId],
    );
  /** A purchase that was paid a second time; the shop refunds that or, if Stripe refuses, waits for staff. */
  const paidTwice = async (isRefused = false) => {
    const bought = await money.makePurchase(1000);
    const payAgain = async () => {
      const { url } = await openForeignSession(shop, bought.checkout, 1000);
      await actOnPayPage(url ?? '', 'pay');
      await awaitMessages(shop);
      await awaitRefunds(shop);
    };
    await (isRefused ? whileRefundsRefused(shop, payAgain) : payAgain());
    const intent = objectId((await listSessions(shop, bought.checkout)).at(-1)?.payment_intent ?? null);
    return { ...bought, intent };
  };
  const open = async (intent: string) => {
    // The stand-in's bank asks for what is left, unless told.
    await steerStripe(shop, `payments/${intent}/dispute`, { cents: 1000 });
    await awaitMessages(shop);
  };
  const idOfDispute = async (intent: string) => {
    const { disputes } = await readStripeState(shop);
    return Object.values(disputes).find(({ payment_intent: of }) => of === intent)?.id ?? '';
  };
  const close = async (id: string, outcome: 'won' | 'lost') => {
    await steerStripe(shop, `disputes/${id}/close`, { outcome });
    await awaitMessages(shop);
  };
  const alerts = (id: string) => money.readAlerts(`Dispute ${id} of 10.00 USD`);

  it('that was refunded before suspends the buyer while it is open, and is over when it is won (OWN-798)', async () => {
    const { buyer, ids, checkout, orders, intent } = await paidTwice();
    const other = await buy(buyer, onePieceOf(ids[0] ?? 0));
    await actAtStripe(shop, other.checkout, 'dispute');
    await open(intent);
    await close((await findDispute(shop, other.checkout)).id, 'won');
    expect([(await readCheckout(buyer, checkout)).state, await facts(buyer)]).toEqual(['paid', 't f']);
    await money.changeOrder(orders[0], 'complete');
    expect(await readValue(shop, 'SELECT earnings AS value FROM orders WHERE id = $1', [orders[0]])).toBe(
      'booked',
    );
    const id = await idOfDispute(intent);
    await close(id, 'won');
    expect([await facts(buyer), await alerts(id)]).toEqual(['f f', ['Dispute opened', 'Dispute won']]);
  });

  it('that was refunded before blocks the buyer when it is lost, and leaves the purchase (OWN-798)', async () => {
    const { buyer, checkout, orders, intent } = await paidTwice();
    await open(intent);
    expect([await facts(buyer), await money.readStates(buyer)]).toEqual(['t f', ['pending paid']]);
    const id = await idOfDispute(intent);
    await close(id, 'lost');
    expect(await facts(buyer)).toBe('t t');
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'done']]);
    expect(await alerts(id)).toEqual(['Dispute opened', 'Dispute lost']);
    expect(await money.readAlerts(`account ${buyer.userId} is blocked.`)).toEqual(['Dispute lost']);
    const state = await readValue(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [checkout]);
    expect(state).toBe('paid');
    await money.changeOrder(orders[0], 'complete');
  });

  it('whose refund waits suspends and blocks nobody, since nothing is lost twice (OWN-798)', async () => {
    const { buyer, checkout, intent } = await paidTwice(true);
    expect(await money.readAmounts(checkout)).toEqual([[1000, 'manual']]);
    await open(intent);
    expect(await facts(buyer)).toBe('f f');
    await close(await idOfDispute(intent), 'lost');
    expect([await facts(buyer), await money.readAmounts(checkout)]).toEqual(['f f', [[1000, 'done']]]);
  });
});
