import { Clock } from '../../src/platform/clock.js';
import { Transactions } from '../../src/platform/database/transaction.js';
import { CheckoutSweeper, ReleaseHolds } from '../../src/shop/checkout/session/checkout-sweeper.js';
import { ReleaseHold } from '../../src/shop/checkout/settle/release-hold.js';
import { PaymentLifecycle } from '../../src/shop/checkout/session/payment-lifecycle.js';
import { RECIPIENT } from '../buying.js';
import type { Shop } from '../shop.js';
import { answered, isAccepted, NO_PURCHASE, type Operation, type Outcome } from './operation.js';
import {
  becomePaid,
  endUnpaid,
  changeHeld,
  releaseHold,
  takeGoods,
  type PurchaseModel,
} from './shop-model.js';
import { COINS_GOOD, setPool, type World } from './world.js';

const REWARD_POINTS = 300;
const PATHS = [
  ['card', '/api/payments/stripe/create-checkout-session'],
  ['wallet', '/api/payments/paypal/create'],
  ['crypto', '/api/payments/crypto/create'],
] as const;

/** Goods of a cart: one or two kinds, one to three pieces each. */
function cartOf(n: number): PurchaseModel['lines'] {
  const first = n % 3;
  const lines = [{ good: first, quantity: 1 + (Math.floor(n / 3) % 3) }];
  return n % 5 < 2 ? [...lines, { good: (first + 1) % 3, quantity: 1 }] : lines;
}

const place: Operation['perform'] = async (world, { buyerIndex, n }, { buyer, model }) => {
  const signedIn = world.buyers[buyerIndex];
  if (!signedIn) throw new Error('there is no buyer');
  const lines = cartOf(n);
  const [method, path] = PATHS[Math.floor(n / 7) % 3] ?? PATHS[0];
  const code = Object.entries(buyer.rewards).find(([, pieces]) => pieces === 1)?.[0];
  const reward = n % 4 === 3 && code !== undefined ? Number(code) : undefined;
  const items = lines.map(({ good, quantity }) => ({ id: world.goods[good]?.id ?? 0, quantity }));
  const extra = {
    useStoreCredit: n % 2 === 1,
    ...(reward !== undefined && { rewardCode: world.codes.get(reward) }),
  };
  const open = model.buyers[buyerIndex]?.purchases.find(({ state }) => state === 'open');
  const quote = await signedIn.agent.post('/api/checkout/quote').send({ items, ...extra });
  if (quote.status !== 200) return { statuses: [quote.status], code: `quote ${quote.body.code}` };
  const input = { amount: quote.body.total, items, ...RECIPIENT, consent: true, ...extra };
  const answer = await signedIn.agent.post(path).send(input);
  const outcome: Outcome = { statuses: [answer.status], code: answer.body.code };
  if (open) outcome.before = (await readStored(world, open.ref)).state;
  if (answer.status !== 201) return outcome;
  const { checkout: ref, url, action, fields } = answer.body;
  if (fields) world.forms.set(ref, { action, fields });
  if (url) world.pages.set(ref, url);
  const { total, credit, method: paidBy } = await readStored(world, ref);
  const isOrder = method === 'wallet' && world.wallet === 'orders';
  const how = paidBy === 'none' ? 'none' : isOrder ? 'orders' : method;
  return {
    ...outcome,
    placed: { ...structuredClone(NO_PURCHASE), ref, method: how, total, credit, lines, reward },
  };
};

async function readStored({ shop }: World, ref: string) {
  const [row]: { state: string; method: string; total: number; credit: number }[] = await shop.database.query(
    'SELECT state, method, total_cents AS total, credit_cents + bonus_cents AS credit FROM checkouts WHERE ref = $1',
    [ref],
  );
  if (!row) throw new Error(`there is no checkout ${ref}`);
  return row;
}

const later = (hours: number): Clock =>
  Object.assign(new Clock(), { now: () => new Date(Date.now() + hours * 3_600_000) });

/** Lets the sweeper and the end of crypto run at a later time, so that everything open or waiting ends. */
export async function passHours(shop: Shop, hours: number): Promise<void> {
  const clock = later(hours);
  await new CheckoutSweeper(shop.database, shop.app.get(PaymentLifecycle), clock).sweepCheckouts();
  const toRelease = new ReleaseHold(shop.app.get(Transactions), clock);
  await new ReleaseHolds(shop.database, toRelease, clock).releaseDueHolds();
}

const passing = (hours: number): Operation => ({
  isOfPurchase: false,
  applies: () => true,
  perform: async ({ shop }) => {
    await passHours(shop, hours);
    return answered(200);
  },
  apply: ({ model }) => {
    for (const buyer of model.buyers)
      for (const purchase of buyer.purchases) {
        if (purchase.state === 'open') endUnpaid(model, buyer, purchase, 'expired');
        if (purchase.state === 'confirming' && hours > 24) releaseHold(model, buyer, purchase);
      }
    return true;
  },
});

/** A product with pieces of its own. */
const stockedOf = (n: number): number => (n % 7 < 4 ? 0 : 1);

/** Operations that affect everybody, so that no other one runs at the same time. */
export const ALONE: ReadonlySet<string> = new Set(['evening', 'days', 'setPool']);

export const SHOPPING_OPERATIONS: Record<string, Operation> = {
  evening: passing(2),
  days: passing(80),
  setPool: {
    isOfPurchase: false,
    applies: () => true,
    perform: async ({ admin, heldBefore }, { n }) =>
      answered((await setPool(admin, heldBefore + (n % 20))).status),
    apply: ({ model, n }) => {
      const pool = model.goods[COINS_GOOD];
      if (pool) pool.free = (n % 20) - pool.held;
      return true;
    },
  },
  setStock: {
    isOfPurchase: false,
    applies: () => true,
    perform: async ({ admin, goods }, { n }) => {
      const path = `/api/admin/products/${goods[stockedOf(n)]?.id}`;
      return answered((await admin.agent.patch(path).send({ stock: n % 20 })).status);
    },
    apply: ({ model, n }, outcome) => {
      const goods = model.goods[stockedOf(n)];
      if (goods) goods.free = (n % 20) - goods.held;
      return isAccepted(outcome);
    },
  },
  redeem: {
    isOfPurchase: false,
    applies: ({ blocked }) => !blocked,
    perform: async (world, { buyerIndex }) => {
      const body = { rewardId: 'free-delivery' };
      const answer = await world.buyers[buyerIndex]?.agent.post('/api/loyalty/rewards/redeem').send(body);
      const { id, code } = answer?.body.reward ?? {};
      if (answer?.status === 201) world.codes.set(id, code);
      return { ...answered(answer?.status ?? 0), reward: id };
    },
    apply: ({ buyer }, outcome) => {
      const mayBe = buyer.points >= REWARD_POINTS;
      if (mayBe !== isAccepted(outcome)) return false;
      if (!mayBe || outcome.reward === undefined) return true;
      buyer.points -= REWARD_POINTS;
      buyer.rewards[outcome.reward] = 1;
      return true;
    },
  },
  place: {
    isOfPurchase: false,
    applies: ({ blocked }) => !blocked,
    perform: place,
    apply: ({ model, buyer, n }, outcome) => {
      const { placed, before, code = '' } = outcome;
      const open = buyer.purchases.find(({ state }) => state === 'open');
      // Also a repeat of what waits by crypto ends the open one of another cart before it is answered.
      const isAnother = open !== undefined && open.ref !== placed?.ref;
      if (isAnother && (placed || before === 'cancelled')) endUnpaid(model, buyer, open, 'cancelled');
      if (placed && buyer.purchases.some(({ ref }) => ref === placed.ref)) return true;
      if (!placed)
        return mayRefuse(code, { isOpen: open !== undefined, isSuspended: buyer.suspended }, () =>
          cartOf(n).some(({ good, quantity }) => (model.goods[good]?.free ?? 0) < quantity),
        );
      const purchase = structuredClone(placed);
      if (buyer.suspended || !takeGoods(model, buyer, purchase)) return false;
      changeHeld(model, purchase, 1);
      if (purchase.method === 'crypto') purchase.state = 'confirming';
      buyer.purchases.push(purchase);
      if (purchase.method === 'none') becomePaid(model, purchase);
      return true;
    },
  },
};

interface Standing {
  isOpen: boolean;
  isSuspended: boolean;
}

/** Tells whether a placement may be refused with a code. */
function mayRefuse(code: string, { isOpen, isSuspended }: Standing, isShort: () => boolean): boolean {
  if (code === 'BLOCKED') return isSuspended;
  if (code === 'SOLD_OUT') return isShort();
  // What the open one held was not free when the price was asked.
  if (code === 'PRICE_CHANGED') return isOpen;
  return /^(quote .*|HOLD_LIMIT|CHECKOUT_OPEN|RATE_LIMITED|REWARD_CODE_.*|AMOUNT_TOO_SMALL)$/.test(code);
}
