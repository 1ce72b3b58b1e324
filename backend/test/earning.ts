import assert from 'node:assert/strict';
import { readBalances, buy, onePieceOf } from './buying.js';
import { signInFriend } from './referral.js';
import { readLoyalty, redeem } from './rewards.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

export const REDEEM = '/api/loyalty/rewards/redeem';

/** Earnings of a purchase for buyer and referrer before anything counts. */
export const NOTHING_EARNED = {
  points: 0,
  spent: '0.00',
  tier: 'bronze',
  discount: 0,
  promised: 95,
  isNew: true,
  refused: {
    'free-delivery': 'INSUFFICIENT_POINTS',
    'store-credit-5': 'TIER_TOO_LOW',
    'vip-badge': 'TIER_TOO_LOW',
    'early-access': 'TIER_TOO_LOW',
  },
  seesEarly: false,
  vip: false,
  commission: 0,
};
/** Refusals of all rewards while a dispute of the account is open. */
export const SUSPENDED = {
  'free-delivery': 'DISPUTE_OPEN',
  'store-credit-5': 'DISPUTE_OPEN',
  'vip-badge': 'DISPUTE_OPEN',
  'early-access': 'DISPUTE_OPEN',
};
/** Earnings after the delivery: $73.50 of cash reach silver, whose 2 % and multiplier 1.2 apply to the next cart. */
export const EARNED = {
  ...NOTHING_EARNED,
  points: 735,
  spent: '73.50',
  tier: 'silver',
  discount: 2,
  promised: 111,
  isNew: false,
  refused: { ...NOTHING_EARNED.refused, 'free-delivery': null, 'store-credit-5': 'INSUFFICIENT_POINTS' },
  commission: 735,
};
/** Credit, bonus and code, before and after they were used to pay. */
export const UNUSED = { credit: '7.00', bonus: '5.00', code: true };
export const USED = { credit: '0.00', bonus: '0.00', code: false };
export const NO_PENDING = { points: 0, spent: '0.00', commission: '0.00' };
export const PENDING = { points: 735, spent: '73.50', commission: '7.35' };

export interface Purchase {
  buyer: SignedIn;
  referrer: SignedIn;
  code: string;
  checkout: string;
  order: number;
  /** The product that was bought, one of nine pieces. */
  id: number;
}

const requestQuote = ({ agent }: SignedIn, id: number, more: object = {}) =>
  agent.post('/api/checkout/quote').send({ items: onePieceOf(id), ...more });

/** Makes purchases that earn everything there is, and reads what can be used. */
export class EarningSteps {
  /** @param probe a product of $10.00 that everybody sees @param early a product only for Early Access */
  constructor(
    private readonly shop: Shop,
    private readonly probe: number,
    private readonly early: number,
  ) {}

  /**
   * Signs in a buyer with a referrer, $7 of credit, $5 of bonus and a code for 10 %, and prepares a cart that uses
   * them.
   */
  async prepareCart() {
    const { friend: buyer, referrer } = await signInFriend(this.shop);
    await this.shop.fill(`credit:${buyer.userId}`, 700);
    await this.shop.fill(`points:${buyer.userId}`, 500);
    const { code } = await redeem(buyer, 'ten-percent-off');
    const id = await this.shop.addProduct({ priceCents: 10_000, stock: 9 });
    return { buyer, referrer, code, id, paidWith: { useStoreCredit: true, rewardCode: code } };
  }

  /** Makes a purchase: $100 less 5 % and 10 % are $85.50; $7 of credit and the bonus leave $73.50 of cash. */
  async makePurchase(): Promise<Purchase> {
    const { paidWith, ...made } = await this.prepareCart();
    const { checkout, orders } = await buy(made.buyer, onePieceOf(made.id), paidWith);
    return { ...made, checkout, order: orders[0] ?? 0 };
  }

  private async tryRedeem({ agent }: SignedIn, rewardId: string, isTried: boolean): Promise<string | null> {
    if (!isTried) return null;
    return (await agent.post(REDEEM).send({ rewardId })).body.code;
  }

  /** Reads everything that the purchase could give, by the calls that use it. */
  async readUses({ buyer, referrer }: Pick<Purchase, 'buyer' | 'referrer'>) {
    const profile = (await buyer.agent.get('/api/account/profile').expect(200)).body;
    const [next, shown, credit] = [
      (await requestQuote(buyer, this.probe)).body,
      await requestQuote(buyer, this.early),
      await readBalances(this.shop, `credit:${referrer.userId}`),
    ];
    const refused = Object.fromEntries(
      await Promise.all(
        Object.keys(NOTHING_EARNED.refused).map(async (key) => {
          // An attempt would redeem the reward if the points suffice.
          const isTried = key !== 'free-delivery' || profile.loyaltyPoints < 300;
          return [key, await this.tryRedeem(buyer, key, isTried)];
        }),
      ),
    );
    return {
      points: profile.loyaltyPoints,
      spent: profile.totalSpent,
      tier: profile.membershipTier,
      discount: next.discounts.tierPercent,
      promised: next.points,
      isNew: next.limits !== undefined,
      refused,
      seesEarly: shown.status !== 404,
      vip: profile.vipBadge,
      commission: credit[0] ?? 0,
    };
  }

  async readCreditAndCode({ buyer, code }: Pick<Purchase, 'buyer' | 'code'>) {
    const profile = (await buyer.agent.get('/api/account/profile').expect(200)).body;
    const { status } = await requestQuote(buyer, this.probe, { rewardCode: code });
    return { credit: profile.storeCredit, bonus: profile.referralBonus, code: status === 200 };
  }

  async readPending({ buyer, referrer }: Pick<Purchase, 'buyer' | 'referrer'>) {
    const profile = (await buyer.agent.get('/api/account/profile').expect(200)).body;
    const { pendingPoints: points, pendingSpent: spent, pending } = await readLoyalty(buyer);
    assert.deepEqual([profile.pendingPoints, profile.pendingSpent], [points, spent]);
    assert.equal(
      pending.reduce((sum, order) => sum + order.points, 0),
      points,
    );
    const { stats } = (await referrer.agent.get('/api/referrals/stats').expect(200)).body;
    return { points, spent, commission: stats.pending_store_credit };
  }
}
