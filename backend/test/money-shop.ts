import { buy, onePieceOf, waitForState } from './buying.js';
import type { Past } from './database.js';
import { actAtStripe, readStripeState } from './stripe.js';
import { awaitRefunds, awaitMessages } from './expect-settled.js';
import { signInFriend } from './referral.js';
import { sendUntilServed } from './send-until-served.js';
import { startShop, type Shop, type ShopOptions } from './shop.js';
import type { SignedIn } from './sign-in.js';

const PRICE_CENTS = 6_100;

/** Another buyer with a referrer, whose purchases were delivered and partly refunded, cancelled, and disputed. */
const NEIGHBOUR: Past = {
  name: 'neighbour',
  make: async (databaseUrl) => {
    const shop = await startShop({}, { databaseUrl });
    try {
      await addNeighbour(shop);
      // The stand-in does not export its answers, and nobody repeats these calls.
      return JSON.stringify({ ...(await readStripeState(shop)), answers: {} });
    } finally {
      await shop.close();
    }
  },
};

/**
 * Starts a shop for specs that count money. It has another buyer, so that a read of all money instead of one purchase
 * fails.
 */
export const startMoneyShop = (
  settings: Record<string, string> = {},
  options: ShopOptions = {},
): Promise<Shop> => startShop(settings, { ...options, past: NEIGHBOUR });

async function addNeighbour(shop: Shop): Promise<void> {
  const [{ friend }, admin] = [await signInFriend(shop), await shop.signIn({ admin: true })];
  const id = await shop.addProduct({ name: 'Goods next door', priceCents: PRICE_CENTS, stock: 9 });
  await shop.fill(`credit:${friend.userId}`, 700);
  const orderOf = async (extra: Record<string, unknown> = {}): Promise<string> => {
    const { orders } = await buy(friend, onePieceOf(id), extra);
    return `/api/admin/orders/${orders[0]}`;
  };
  const act = (path: string) => sendUntilServed(() => admin.agent.patch(path).send({}), 200);
  const partly = await orderOf({ useStoreCredit: true });
  await act(`${partly}/complete`);
  await sendUntilServed(() => admin.agent.post(`${partly}/refund`).send({ amount: '12.34' }), 200);
  await act(`${await orderOf()}/cancel`);
  await awaitRefunds(shop);
  await disputePurchase(shop, friend, id);
  await awaitMessages(shop);
}

async function disputePurchase(shop: Shop, buyer: SignedIn, id: number): Promise<void> {
  const { checkout } = await buy(buyer, onePieceOf(id));
  await actAtStripe(shop, checkout, 'dispute');
  await waitForState(buyer, checkout, 'disputed');
}
