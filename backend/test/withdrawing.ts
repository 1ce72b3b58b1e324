import type { Order } from '@pax/contracts';
import { buy, onePieceOf } from './buying.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

export const withdraw = (buyer: SignedIn, ref: string) => buyer.agent.post(`/api/checkouts/${ref}/withdraw`);

/** A paid purchase of that many products, 9 pieces of each on hand before, by a new account. */
export async function buyProducts(shop: Shop, products = 1) {
  const buyer = await shop.signIn();
  const ids: number[] = [];
  for (let n = 0; n < products; n += 1) ids.push(await shop.addProduct({ stock: 9, priceCents: 1000 }));
  const { checkout, orders } = await buy(buyer, onePieceOf(...ids));
  return { buyer, ids, checkout, orders };
}

/** The buyer's orders, newest first. */
export async function listOwnOrders(buyer: SignedIn): Promise<Order[]> {
  const answer = await buyer.agent.get('/api/orders').expect(200);
  return answer.body;
}

/** The column `value` of a query's first row. */
export async function readValue<T>(shop: Shop, query: string, parameters: unknown[]): Promise<T | undefined> {
  const [row]: { value: T }[] = await shop.database.query(query, parameters);
  return row?.value;
}
