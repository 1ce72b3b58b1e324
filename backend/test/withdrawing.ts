import type { Order } from '@pax/contracts';
import { buy, onePieceOf } from './buying.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

export const withdraw = (buyer: SignedIn, ref: string) => buyer.agent.post(`/api/checkouts/${ref}/withdraw`);

/** Buys that many new products as a new account, from a stock of 9 each. */
export async function buyProducts(shop: Shop, products = 1) {
  const buyer = await shop.signIn();
  const ids: number[] = [];
  for (let n = 0; n < products; n += 1) ids.push(await shop.addProduct({ stock: 9, priceCents: 1000 }));
  const { checkout, orders } = await buy(buyer, onePieceOf(...ids));
  return { buyer, ids, checkout, orders };
}

/** Lists the orders of the buyer, newest first. */
export async function listOwnOrders(buyer: SignedIn): Promise<Order[]> {
  const answer = await buyer.agent.get('/api/orders').expect(200);
  return answer.body;
}

/** Reads the column `value` of the first row of a query. */
export async function readValue<T>(shop: Shop, query: string, parameters: unknown[]): Promise<T | undefined> {
  const [row]: { value: T }[] = await shop.database.query(query, parameters);
  return row?.value;
}
