import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';
import type { ShopModel } from './shop-model.js';

export interface GoodInWorld {
  id: number;
  /** Names of the two accounts of the goods, and the units of one piece. */
  free: string;
  held: string;
  unit: number;
}

/** Kind of the PayPal wallet of a shop. */
export type Wallet = 'form' | 'orders';

/** The real shop and the people of one run. */
export interface World {
  shop: Shop;
  admin: SignedIn;
  wallet: Wallet;
  buyers: SignedIn[];
  goods: GoodInWorld[];
  /** Payment forms by checkout. */
  forms: Map<string, { action: string; fields: Record<string, string> }>;
  /** Payment pages for cards by checkout. */
  pages: Map<string, string>;
  /** Codes of rewards, by the reward's id. */
  codes: Map<number, string>;
  /** Pieces of the pool that payments of earlier runs hold because their banks have not decided. */
  heldBefore: number;
  /** Number of operations so far. */
  count: number;
}

const STOCK = [6, 40, 15];
const PRICES = [700, 1250, 333];
/** Index of the goods sold from the coin pool, and the coins of one piece. */
export const COINS_GOOD = 2;
const COINS_OF_PIECE = 1_000_000;
const CREDIT_CENTS = 1500;
const POINTS = 900;

/** Creates buyers and goods for one run, so that no new database is needed. */
export async function newWorld({
  shop,
  admin,
  wallet,
}: Pick<World, 'shop' | 'admin' | 'wallet'>): Promise<World> {
  const goods: GoodInWorld[] = [];
  for (const [at, stock] of STOCK.entries()) {
    const priceCents = PRICES[at] ?? 0;
    const isCoins = at === COINS_GOOD;
    const coins = { category: 'coins', stock: 0, coinValue: COINS_OF_PIECE };
    const id = await shop.addProduct({ priceCents, ...(isCoins ? coins : { stock }) });
    const accounts = isCoins ? ['coins', 'coins-held'] : [`stock:${id}`, `held:${id}`];
    goods.push({ id, free: accounts[0] ?? '', held: accounts[1] ?? '', unit: isCoins ? COINS_OF_PIECE : 1 });
  }
  const [pool]: { balance: number }[] = await shop.database.query(
    `SELECT balance FROM ledger_balances WHERE account = 'coins-held'`,
  );
  const heldBefore = (pool?.balance ?? 0) / COINS_OF_PIECE;
  await setPool(admin, heldBefore + (STOCK[COINS_GOOD] ?? 0));
  const buyers = await Promise.all([0, 1, 2].map(() => shop.signIn()));
  for (const { userId } of buyers) {
    await shop.fill(`credit:${userId}`, CREDIT_CENTS);
    await shop.fill(`points:${userId}`, POINTS);
  }
  const empty = { forms: new Map(), pages: new Map(), codes: new Map(), heldBefore, count: 0 };
  return { shop, admin, wallet, buyers, goods, ...empty };
}

/** Sets the coins on hand, in pieces. */
export const setPool = (admin: SignedIn, pieces: number) =>
  admin.agent
    .put('/api/admin/coin-stock')
    .send({ coinStock: pieces * COINS_OF_PIECE })
    .expect(200);

export const newModel = (): ShopModel => ({
  goods: STOCK.map((free) => ({ free, held: 0 })),
  buyers: [0, 1, 2].map(() => ({
    credit: CREDIT_CENTS,
    points: POINTS,
    spent: 0,
    suspended: false,
    blocked: false,
    rewards: {},
    purchases: [],
  })),
});

/** A checkout and its orders as the shop stored them. */
export interface StoredPurchase {
  ref: string;
  state: string;
  total: number;
  credit: number;
  orders: {
    id: number;
    status: string;
    payment: string;
    cash: number;
    credit: number;
    points: number;
    quantity: number;
    refunded: number;
    productId: number;
  }[];
}

export interface Actual {
  balances: Map<string, number>;
  users: { spent: number; suspended: boolean; blocked: boolean }[];
  purchases: Map<string, StoredPurchase>;
}

const PURCHASES = `
  SELECT c.ref, c.state, c.total_cents AS total, c.credit_cents + c.bonus_cents AS credit,
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'payment', o.payment_status,
                     'cash', o.cash_cents, 'credit', o.credit_cents + o.bonus_cents, 'points', o.points, 'quantity', o.quantity,
                     'refunded', o.refunded_cents, 'productId', o.product_id) ORDER BY o.id)
                     FROM orders o WHERE o.checkout_id = c.id), '[]') AS orders
    FROM checkouts c WHERE c.user_id = ANY($1) ORDER BY c.id`;

/** Reads the state of a run's buyers and goods in the shop. */
export async function readActual({ shop, buyers, goods, codes }: World): Promise<Actual> {
  const ids = buyers.map(({ userId }) => userId);
  const accounts = [
    ...goods.flatMap(({ free, held }) => [free, held]),
    ...ids.flatMap((id) => [`credit:${id}`, `points:${id}`]),
    ...[...codes.keys()].map((id) => `reward:${id}`),
  ];
  const rows: { account: string; balance: number }[] = await shop.database.query(
    'SELECT account, balance FROM ledger_balances WHERE account = ANY($1)',
    [accounts],
  );
  const purchases: StoredPurchase[] = await shop.database.query(PURCHASES, [ids]);
  const users: { id: number; spent: number; suspended: boolean; blocked: boolean }[] =
    await shop.database.query(
      `SELECT id, total_spent_cents AS spent, purchases_suspended AS suspended, blocked_at IS NOT NULL AS blocked
         FROM users WHERE id = ANY($1) ORDER BY array_position($1, id)`,
      [ids],
    );
  return {
    balances: new Map(rows.map(({ account, balance }) => [account, balance])),
    users,
    purchases: new Map(purchases.map((one) => [one.ref, one])),
  };
}
