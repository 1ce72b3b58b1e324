import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RoleSource, type AccountStanding } from '../../people/rights/role-source.js';
import { runJob } from '../../../test/jobs.js';
import { buy, onePieceOf } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { actAtStripe, findDispute, steerStripe } from '../../../test/stripe.js';
import { awaitMessages } from '../../../test/expect-settled.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import type { Shop } from '../../../test/shop.js';
import { readValue } from '../../../test/database.js';

jest.setTimeout(60_000);

describe('a dispute that is lost while Discord does not say whose account it is (OWN-103)', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectMoneyAgrees(shop));
  afterAll(() => shop.close());

  const saying = async (standing: AccountStanding, act: () => Promise<void>): Promise<void> => {
    const said = jest.spyOn(shop.app.get(RoleSource), 'readStanding').mockResolvedValue(standing);
    await act();
    said.mockRestore();
  };
  const dispute = async (checkout: string): Promise<void> => {
    await actAtStripe(shop, checkout, 'dispute');
    await awaitMessages(shop);
  };
  const decide = () => runJob(shop.app, 'block-losers');
  const close = async (checkout: string, outcome: 'won' | 'lost'): Promise<void> => {
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, { outcome });
    await awaitMessages(shop);
  };
  const lose = async () => {
    const { buyer, checkout } = await money.makePurchase(1000);
    await dispute(checkout);
    await saying('unknown', async () => {
      await close(checkout, 'lost');
      await decide();
    });
    return buyer;
  };
  const buyTwice = async () => {
    const { buyer, ids, checkout } = await money.makePurchase(1000);
    const { checkout: other } = await buy(buyer, onePieceOf(...ids));
    return { buyer, checkout, other };
  };
  const factsOf = (userId: number) =>
    readValue<string>(
      shop,
      `SELECT concat(purchases_suspended, ' ', blocked_at IS NOT NULL) AS value FROM users WHERE id = $1`,
      [userId],
    );

  it.each([
    ['a customer’s, who is blocked', 'customer', 't t'],
    ['of the team, who may buy again', 'staff', 'f f'],
  ] as const)('is decided when Discord says that it is %s', async (_, standing, facts) => {
    const { userId, agent } = await lose();
    expect(await factsOf(userId)).toBe('t f');
    expect((await agent.get('/api/account/own-data').expect(200)).body.obstacles).toEqual(['open_dispute']);
    await saying(standing, decide);
    expect(await factsOf(userId)).toBe(facts);
  });

  it('stays undecided after another dispute was won', async () => {
    const { buyer, checkout, other } = await buyTwice();
    await dispute(checkout);
    await saying('unknown', () => close(checkout, 'lost'));
    await dispute(other);
    await close(other, 'won');
    await saying('unknown', decide);
    expect(await factsOf(buyer.userId)).toBe('t f');
    await saying('customer', decide);
    expect(await factsOf(buyer.userId)).toBe('t t');
  });

  it('is decided while another dispute is open, which keeps also the team from buying', async () => {
    const { buyer, checkout, other } = await buyTwice();
    await dispute(checkout);
    await dispute(other);
    await saying('unknown', () => close(checkout, 'lost'));
    await saying('staff', decide);
    expect(await factsOf(buyer.userId)).toBe('t f');
    await close(other, 'won');
    expect(await factsOf(buyer.userId)).toBe('f f');
  });

  it('leaves accounts alone that staff unblocked, and those with an open dispute', async () => {
    const { userId } = await lose();
    const unblock = { blocked: false };
    await money.admin.agent.patch(`/api/admin/users/${userId}/block`).send(unblock).expect(200);
    const { buyer, checkout } = await money.makePurchase(1000);
    await dispute(checkout);
    await saying('customer', decide);
    expect([await factsOf(userId), await factsOf(buyer.userId)]).toEqual(['f f', 't f']);
  });
});
