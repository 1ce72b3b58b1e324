import { MIN_TOTAL_FOR_BONUS, MIN_CHARGE, formatCentsAsDecimal } from '@pax/contracts';
import fc from 'fast-check';
import { readBalances, waitForState, withdraw } from './buying.js';
import { payBy, refundAtProvider, type Method, type PaymentShop } from './paying.js';
import { signInFriend } from './referral.js';
import { redeem } from './rewards.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** A purchase: its goods, and what pays for it besides money. */
interface Plan {
  method: Method;
  /** Lines; a piece of coins is a thousand from the pool. */
  lines: readonly { priceCents: number; quantity: number; isCoins: boolean }[];
  /** Store credit before the purchase; it may cover everything. */
  creditCents: number;
  /** True for a friend with the $5 bonus, whose referrer earns a commission. */
  isReferred: boolean;
  hasCode: boolean;
}

/** How the purchase is undone. */
interface UndoPlan {
  by: 'cancel' | 'withdraw' | 'panel' | 'dashboard' | 'dashboard after delivery';
  /** Parts of the money refunded one by one, in percent; the rest comes last. */
  parts: readonly number[];
  rulesChange: boolean;
  pointsAreSpent: boolean;
}

/** Tells whether an order can be paid. Less than the minimum of a card cannot; a cent of tolerance covers rounding. */
function canBePaid({ lines, creditCents, isReferred, hasCode }: Plan): boolean {
  const list = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const price = hasCode ? list * 0.9 : list;
  const left = price - creditCents - (isReferred && price >= MIN_TOTAL_FOR_BONUS ? BONUS_CENTS : 0);
  return left <= (hasCode ? -1 : 0) || left > MIN_CHARGE;
}

const anyMethod = fc.constantFrom<Method>('card', 'wallet', 'crypto');

const anyLines = fc.record({
  method: anyMethod,
  lines: fc.array(
    fc.record({
      priceCents: fc.integer({ min: 60, max: 6_000 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      isCoins: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  creditCents: fc.constantFrom(0, 1, 333, 1_000, 100_000),
  isReferred: fc.boolean(),
  hasCode: fc.boolean(),
});

/** An expensive line with so much credit that the cheap one gets no cash. */
const withoutCash: fc.Arbitrary<Plan> = fc
  .record({
    method: anyMethod,
    isCoins: fc.boolean(),
    dear: fc.integer({ min: 4_000, max: 6_000 }),
    cheap: fc.integer({ min: 1, max: 25 }),
    cashCents: fc.integer({ min: MIN_CHARGE + 1, max: MIN_CHARGE + 20 }),
    isCheapFirst: fc.boolean(),
  })
  .map(({ method, isCoins, dear, cheap, cashCents, isCheapFirst }) => {
    const lines = [dear, cheap].map((priceCents) => ({ priceCents, quantity: 1, isCoins }));
    return {
      method,
      lines: isCheapFirst ? lines.toReversed() : lines,
      creditCents: dear + cheap - cashCents,
      isReferred: false,
      hasCode: false,
    };
  });

/** Any purchase and any way to undo it. */
export const anyOrderPlan: fc.Arbitrary<{ plan: Plan; undoing: UndoPlan }> = fc.record({
  plan: fc.oneof({ weight: 3, arbitrary: anyLines }, { weight: 1, arbitrary: withoutCash }).filter(canBePaid),
  undoing: fc.record({
    by: fc.constantFrom('cancel', 'withdraw', 'panel', 'dashboard', 'dashboard after delivery'),
    parts: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 2 }),
    rulesChange: fc.boolean(),
    pointsAreSpent: fc.boolean(),
  }),
});

const REWARD_POINTS = 300;
const BONUS_CENTS = 500;
/** Stock of each product; with less, a crypto order may hold less. */
const PIECES = 40;
/** Coins in one piece. */
const COINS = 1_000;

type Values = Record<string, number | string>;

export interface BuiltOrder {
  buyer: SignedIn;
  method: Method;
  checkout: string;
  orders: number[];
  products: number[];
  cashCents: number;
  balances(): Promise<Values>;
  /** @returns the points spent between purchase and refund */
  spendPoints(undoing: UndoPlan): Promise<number>;
  /** Computes the balances after everything is undone. @param goodsStay true if the player keeps delivered goods */
  expected(after: { goodsStay: boolean; spent: number }): Values;
}

/** Makes the purchase of a plan by its method. */
export async function buildOrder(stage: PaymentShop, plan: Plan): Promise<BuiltOrder> {
  const { shop } = stage;
  const people = plan.isReferred ? await signInFriend(shop) : { friend: await shop.signIn() };
  const buyer = people.friend;
  const { userId } = buyer;
  await shop.fill(`points:${userId}`, 500 + REWARD_POINTS - 1);
  if (plan.creditCents > 0) await shop.fill(`credit:${userId}`, plan.creditCents);
  const code = plan.hasCode ? await redeem(buyer, 'ten-percent-off') : undefined;
  const products: number[] = [];
  for (const { priceCents, isCoins } of plan.lines)
    products.push(
      await shop.addProduct({
        priceCents,
        ...(isCoins ? { category: 'coins', stock: 0, coinValue: COINS } : { stock: PIECES }),
      }),
    );
  await shop.fillPool(PIECES * COINS);
  const accounts = [
    ...['credit', 'credit-held', 'bonus', 'bonus-held', 'points'].map((name) => `${name}:${userId}`),
    ...('referrer' in people ? [`credit:${people.referrer.userId}`] : []),
    ...(code ? [`reward:${code.id}`, `reward-held:${code.id}`] : []),
    ...products.flatMap((id) => [`stock:${id}`, `held:${id}`]),
    'coins',
    'coins-held',
  ];
  const read = async (): Promise<Values> => {
    const found = await readBalances(shop, ...accounts);
    const [account]: { total_spent_cents: number; tier: string }[] = await shop.database.query(
      'SELECT total_spent_cents, tier FROM users WHERE id = $1',
      [userId],
    );
    return {
      ...Object.fromEntries(accounts.map((name, index) => [name, found[index] ?? 0])),
      spending: account?.total_spent_cents ?? -1,
      tier: account?.tier ?? '',
    };
  };
  const before = await read();
  const items = plan.lines.map(({ quantity }, index) => ({ id: products[index] ?? 0, quantity }));
  const extra = { useStoreCredit: plan.creditCents > 0, ...(code && { rewardCode: code.code }) };
  const checkout = await payBy(stage, plan.method, { buyer, items, extra });
  const { orders, total } = await waitForState(buyer, checkout, 'paid');
  return {
    buyer,
    method: plan.method,
    checkout,
    orders,
    products,
    cashCents: Math.round(Number(total) * 100),
    balances: read,
    async spendPoints({ pointsAreSpent }) {
      if (!pointsAreSpent) return 0;
      const answer = await buyer.agent
        .post('/api/loyalty/rewards/redeem')
        .send({ rewardId: 'free-delivery' });
      return answer.status === 201 ? REWARD_POINTS : 0;
    },
    expected({ goodsStay, spent }) {
      const after = { ...before, [`points:${userId}`]: Number(before[`points:${userId}`]) - spent };
      if (!goodsStay) return after;
      for (const [index, { quantity, isCoins }] of plan.lines.entries()) {
        const [account, units] = isCoins
          ? ['coins', quantity * COINS]
          : [`stock:${products[index]}`, quantity];
        after[account] = Number(after[account]) - units;
      }
      return after;
    },
  };
}

/** Splits an amount by percentages. @returns the parts, cents, each at least one; the rest is left out */
function splitIntoParts(cents: number, shares: readonly number[]): number[] {
  const parts: number[] = [];
  let left = cents;
  for (const share of shares) {
    const part = Math.floor((cents * share) / 100);
    if (part < 1 || part >= left) continue;
    parts.push(part);
    left -= part;
  }
  return parts;
}

/** The replacement for refunds at a provider if there is none. */
const WITHOUT_PROVIDER: Partial<Record<UndoPlan['by'], UndoPlan['by']>> = {
  dashboard: 'cancel',
  'dashboard after delivery': 'panel',
};

/** Undoes a purchase wholly by a plan. @returns true if the player keeps the goods */
export async function undoOrder(
  stage: PaymentShop,
  { buyer, method, checkout, orders, cashCents }: BuiltOrder,
  { by, parts }: UndoPlan,
): Promise<boolean> {
  const { shop, admin } = stage;
  const move = (id: number, what: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${what}`).send({}).expect(200);
  const way = cashCents === 0 || method === 'crypto' ? (WITHOUT_PROVIDER[by] ?? by) : by;
  if (way === 'withdraw') {
    await withdraw(buyer, checkout).expect(200);
    return false;
  }
  if (way === 'cancel') {
    for (const id of orders) await move(id, 'cancel');
    return false;
  }
  if (way !== 'dashboard') for (const id of orders) await move(id, 'complete');
  if (way === 'panel') {
    for (const id of orders) await refundInPanel(shop, admin, id, parts);
    return false;
  }
  for (const cents of splitIntoParts(cashCents, parts))
    await refundAtProvider(stage, method, checkout, cents);
  await refundAtProvider(stage, method, checkout);
  return way === 'dashboard after delivery';
}

/** Refunds the cash of an order in the panel, and restocks its goods at the end. */
async function refundInPanel(
  shop: Shop,
  admin: SignedIn,
  id: number,
  parts: readonly number[],
): Promise<void> {
  const [order]: { cash_cents: number }[] = await shop.database.query(
    'SELECT cash_cents FROM orders WHERE id = $1',
    [id],
  );
  const refund = (body: object) => admin.agent.post(`/api/admin/orders/${id}/refund`).send(body).expect(200);
  for (const cents of splitIntoParts(order?.cash_cents ?? 0, parts))
    await refund({ amount: formatCentsAsDecimal(cents) });
  await refund({ restock: true });
}
