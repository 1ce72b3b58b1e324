import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, actOnPayPage, withdraw } from '../../../test/buying.js';
import {
  EARNED,
  EarningSteps,
  NO_PENDING,
  NOTHING_EARNED,
  PENDING,
  SUSPENDED,
  type Purchase,
} from '../../../test/earning.js';
import { runJob } from '../../../test/jobs.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import {
  findDispute,
  postSignedEvent,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  listSessions,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

type Outcome = 'won' | 'lost';

describe('a purchase that staff complete while a dispute of it is open (OWN-851)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let steps: EarningSteps;
  beforeAll(async () => {
    shop = await startMoneyShop({ NEW_ACCOUNT_HOLD_PERCENT: '25' });
    admin = await shop.signIn({ admin: true });
    const probe = await shop.addProduct({ stock: 400, priceCents: 1000 });
    const early = await shop.addProduct({ stock: 4, availableFrom: new Date(Date.now() + 86_400_000) });
    steps = new EarningSteps(shop, probe, early);
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const open = async (checkout: string, cents?: number): Promise<void> => {
    await actAtStripe(shop, checkout, 'dispute', cents);
    await awaitMessages(shop);
  };
  const close = async (checkout: string, outcome: Outcome): Promise<void> => {
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, { outcome });
    await awaitMessages(shop);
  };
  /** Another dispute of the same payment, as its provider would tell of it. @returns tells how it ended */
  const openAnother = async (checkout: string): Promise<(outcome: Outcome) => Promise<void>> => {
    const id = `du_${randomBytes(9).toString('hex')}`;
    const object = { ...(await findDispute(shop, checkout)), id };
    const tell = async (type: string, data: object): Promise<void> => {
      const event = { id: `evt_${randomBytes(9).toString('hex')}`, object: 'event', livemode: false };
      expect(
        await postSignedEvent(shop, { ...event, type: `charge.dispute.${type}`, data: { object: data } }),
      ).toBe(200);
      await awaitMessages(shop);
    };
    await tell('created', object);
    return (outcome) => tell('closed', { ...object, status: outcome });
  };
  const complete = (order: number) =>
    admin.agent.patch(`/api/admin/orders/${order}/complete`).send({}).expect(200);
  const completedInDispute = async (cents?: number): Promise<Purchase> => {
    const bought = await steps.makePurchase();
    await open(bought.checkout, cents);
    await complete(bought.order);
    return bought;
  };
  const expectWaiting = async (bought: Purchase): Promise<void> => {
    // Nor does the job book it that looks for what an upgrade left.
    await runJob(shop.app, 'book-late-earnings');
    expect(await steps.readUses(bought)).toEqual({ ...NOTHING_EARNED, refused: SUSPENDED });
    expect(await steps.readPending(bought)).toEqual(PENDING);
  };
  /** What counts for an account that is blocked by now, and for its referrer. */
  const countsFor = async ({ buyer: { userId }, referrer }: Purchase) => {
    const [user]: { spent: number; tier: string }[] = await shop.database.query(
      'SELECT total_spent_cents AS spent, tier FROM users WHERE id = $1',
      [userId],
    );
    const [points, commission] = await readBalances(shop, `points:${userId}`, `credit:${referrer.userId}`);
    return { ...user, points, commission };
  };
  const stats = async ({ agent }: SignedIn) => (await agent.get('/api/referrals/stats').expect(200)).body;

  it('counts when the dispute is won, once', async () => {
    const bought = await completedInDispute();
    await expectWaiting(bought);
    expect((await withdraw(bought.buyer, bought.checkout)).body.code).toBe('ILLEGAL_MOVE');
    await admin.agent.patch(`/api/admin/orders/${bought.order}/archive`).send({}).expect(200);
    await expectWaiting(bought);
    expect((await stats(bought.referrer)).recentReferrals).toMatchObject([{ state: 'pending' }]);
    await close(bought.checkout, 'won');
    expect(await steps.readUses(bought)).toEqual(EARNED);
    expect(await steps.readPending(bought)).toEqual(NO_PENDING);
    expect((await stats(bought.referrer)).recentReferrals).toMatchObject([{ state: 'available' }]);
    await runJob(shop.app, 'book-late-earnings');
    expect(await steps.readUses(bought)).toEqual(EARNED);
    // A refund takes back what was booked.
    await admin.agent.post(`/api/admin/orders/${bought.order}/refund`).send({}).expect(200);
    expect(await steps.readUses(bought)).toEqual(NOTHING_EARNED);
  });

  it.each([
    ['nothing when it is lost', undefined, { spent: 0, tier: 'bronze', points: 0, commission: 0 }],
    [
      'what is left when it is lost in part',
      2450,
      { spent: 4900, tier: 'bronze', points: 490, commission: 490 },
    ],
  ])('leaves %s', async (_, cents, left) => {
    const bought = await completedInDispute(cents);
    await expectWaiting(bought);
    await close(bought.checkout, 'lost');
    expect(await countsFor(bought)).toEqual(left);
    const { pending_store_credit: pending } = (await stats(bought.referrer)).stats;
    expect(pending).toBe('0.00');
    await runJob(shop.app, 'book-late-earnings');
    expect(await countsFor(bought)).toEqual(left);
  });

  it('is told in the referrer’s copy of the own data as available when it is, not before (OWN-851)', async () => {
    const availableAt = async ({ agent }: SignedIn): Promise<string | null> => {
      await shop.database.query(`UPDATE rate_limits SET expire = 0 WHERE key LIKE 'export-own-data:%'`);
      return (await agent.get('/api/account/export').expect(200)).body.referralEarnings[0].availableAt;
    };
    const bought = await completedInDispute();
    expect(await availableAt(bought.referrer)).toBeNull();
    const before = new Date();
    await close(bought.checkout, 'won');
    expect(new Date((await availableAt(bought.referrer)) ?? 0).getTime()).toBeGreaterThan(before.getTime());
  });

  it('waits for the last of two disputes, whichever ends first', async () => {
    for (const isFirst of [true, false]) {
      const bought = await completedInDispute();
      const closeAnother = await openAnother(bought.checkout);
      const ends = [() => close(bought.checkout, 'won'), () => closeAnother('won')];
      const [one, other] = isFirst ? ends : ends.toReversed();
      await one?.();
      await expectWaiting(bought);
      await other?.();
      expect(await steps.readUses(bought)).toEqual(EARNED);
      expect(await steps.readPending(bought)).toEqual(NO_PENDING);
    }
  });

  it('waits for another dispute where one was lost in part', async () => {
    const bought = await completedInDispute(2450);
    const closeAnother = await openAnother(bought.checkout);
    await close(bought.checkout, 'lost');
    await runJob(shop.app, 'book-late-earnings');
    expect((await stats(bought.referrer)).stats.pending_store_credit).toBe('4.90');
    expect(await countsFor(bought)).toEqual({ spent: 0, tier: 'bronze', points: 0, commission: 0 });
    await closeAnother('won');
    expect(await countsFor(bought)).toEqual({ spent: 4900, tier: 'bronze', points: 490, commission: 490 });
  });

  it('does not wait for a dispute of stranded money, which is of no order', async () => {
    const bought = await steps.makePurchase();
    const again = await openForeignSession(shop, bought.checkout, 7350);
    await actOnPayPage(again.url ?? '', 'pay');
    await awaitMessages(shop);
    const payments = (await listSessions(shop, bought.checkout)).map((one) => objectId(one.payment_intent));
    const disputeAt = async (payment: string | undefined): Promise<string> => {
      await steerStripe(shop, `payments/${payment}/dispute`);
      await awaitMessages(shop);
      const { disputes } = await readStripeState(shop);
      return Object.values(disputes).find(({ payment_intent: of }) => of === payment)?.id ?? '';
    };
    const ofStranded = await disputeAt(payments[1]);
    await complete(bought.order);
    expect(await steps.readUses(bought)).toEqual(EARNED);
    const ofPaid = await disputeAt(payments[0]);
    expect((await steps.readUses(bought)).refused['store-credit-5']).toBe('DISPUTE_OPEN');
    await steerStripe(shop, `disputes/${ofPaid}/close`, { outcome: 'won' });
    await awaitMessages(shop);
    // The buyer can buy again, and the purchase stands.
    expect(await steps.readUses(bought)).toEqual(EARNED);
    await steerStripe(shop, `disputes/${ofStranded}/close`, { outcome: 'won' });
    await awaitMessages(shop);
  });
});
