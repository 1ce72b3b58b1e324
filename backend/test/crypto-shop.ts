import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { OrderTransition } from '@pax/contracts';
import { placementFor, readCheckout, type Items } from './buying.js';
import { startMoneyShop } from './money-shop.js';
import { expectSettled } from './expect-settled.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';
import { runJob } from './jobs.js';

/** Settings of a shop that accepts cards and crypto. */
export const CRYPTO_SHOP = {
  PAYMENT_METHODS: 'card,crypto',
  PARTNER_SHOP_URL: 'https://partner.example/shop',
};

/**
 * Registers hooks of a describe that start a shop for cards and crypto with an admin, and check after each test that
 * everything is settled.
 * @param opened receives both after the start
 */
export function withCryptoShop(opened: (shop: Shop, admin: SignedIn) => void): void {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop(CRYPTO_SHOP);
    opened(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());
}

/** Submits a crypto checkout and returns any answer. */
export async function submitCrypto(buyer: SignedIn, items: Items, extra: Record<string, unknown> = {}) {
  const placement = await placementFor(buyer, items, extra);
  return buyer.agent.post('/api/payments/crypto/create').send(placement);
}

/** Orders by crypto and expects success. */
export async function orderByCrypto(
  buyer: SignedIn,
  items: Items,
  extra: Record<string, unknown> = {},
): Promise<{ url: string; checkout: string; orders: number[] }> {
  const { status, body } = await submitCrypto(buyer, items, extra);
  if (status !== 201) throw new Error(`the crypto call answered ${status}: ${JSON.stringify(body)}`);
  const { orders } = await readCheckout(buyer, body.checkout);
  return { ...body, orders };
}

/** Changes an order by a call of staff. */
export const changeOrderAsStaff = (
  staff: SignedIn,
  orderId: number | undefined,
  what: OrderTransition | 'confirm-payment',
  body: object = {},
) => staff.agent.patch(`/api/admin/orders/${orderId}/${what}`).send(body);

/** Sets the end of a crypto checkout into the past, without ending the checkout. */
export async function makeOverdue(shop: Shop, ref: string): Promise<void> {
  await shop.database.query(
    `UPDATE checkouts SET session_expires_at = now() - interval '1 second' WHERE ref = $1`,
    [ref],
  );
}

/** Runs the periodic job that ends overdue checkouts. */
export const endOverdue = (shop: Shop): Promise<void> => runJob(shop.app, 'release-holds');
