import { buy, onePieceOf, reaches } from './buying.js';
import type { Past } from './database.js';
import { messagesHandled, onPaymentAt, providerState, refundsSent } from './provider.js';
import { referredFriend } from './referral.js';
import { served } from './served.js';
import { startShop, type Shop, type ShopOptions } from './shop.js';
import type { SignedIn } from './sign-in.js';

const PRICE_CENTS = 6_100;

/** Another buyer with a referrer, whose purchases were delivered and given back in part, given back whole, and disputed. */
const NEIGHBOUR: Past = {
  name: 'neighbour',
  make: async (databaseUrl) => {
    const shop = await startShop({}, { databaseUrl });
    try {
      await addNeighbour(shop);
      // The stand-in shows no answers to repeat, and nobody repeats these calls.
      return JSON.stringify({ ...(await providerState(shop)), answers: {} });
    } finally {
      await shop.close();
    }
  },
};

/** A shop for specs that count money, with a neighbour: so a read that forgets whose money it counts fails. */
export const startMoneyShop = (
  settings: Record<string, string> = {},
  options: ShopOptions = {},
): Promise<Shop> => startShop(settings, { ...options, past: NEIGHBOUR });

async function addNeighbour(shop: Shop): Promise<void> {
  const [{ friend }, admin] = [await referredFriend(shop), await shop.signIn({ admin: true })];
  const id = await shop.addProduct({ name: 'Goods next door', priceCents: PRICE_CENTS, stock: 9 });
  await shop.fill(`credit:${friend.userId}`, 700);
  const orderOf = async (extra: Record<string, unknown> = {}): Promise<string> => {
    const { orders } = await buy(friend, onePieceOf(id), extra);
    return `/api/admin/orders/${orders[0]}`;
  };
  const act = (path: string) => served(() => admin.agent.patch(path).send({}), 200);
  const partly = await orderOf({ useStoreCredit: true });
  await act(`${partly}/complete`);
  await served(() => admin.agent.post(`${partly}/refund`).send({ amount: '12.34' }), 200);
  await act(`${await orderOf()}/cancel`);
  await refundsSent(shop);
  await dispute(shop, friend, id);
  await messagesHandled(shop);
}

async function dispute(shop: Shop, buyer: SignedIn, id: number): Promise<void> {
  const { checkout } = await buy(buyer, onePieceOf(id));
  await onPaymentAt(shop, checkout, 'dispute');
  await reaches(buyer, checkout, 'disputed');
}
