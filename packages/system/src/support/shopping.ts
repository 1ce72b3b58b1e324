import {
  adminProduct,
  checkoutAnswer,
  checkoutCalls,
  placeCheckoutAnswer,
  placeCheckoutForm,
  product,
  quote,
  type CheckoutAnswer,
  type CheckoutState,
  type PlaceCheckoutAnswer,
  type Product,
} from '@pax/contracts';
import { until } from '@pax/local';
import type { Answer, Person } from './person.js';
import type { WholeShop } from './whole-shop.js';

export type Items = readonly { id: number; quantity: number; customAmount?: number }[];

/** Names that every checkout requires. */
export const NAMES = { inGameName: 'Steve_01', discordName: 'steve.builds' } as const;

/** Finds a product by name in the current public list. */
export async function productNamed(person: Person, name: string): Promise<Product> {
  const products = await person.get('/api/products', product.array());
  const found = products.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the shop has no ${name}`);
  return found;
}

/**
 * Requests a checkout at the quoted price, by default by card.
 * @returns the answer, or the refusal of the quote
 */
export async function tryToPlace(
  person: Person,
  items: Items,
  extra: object = {},
  path: string = checkoutCalls.payByCard.path,
): Promise<Answer> {
  const quoted = await person.call('POST', '/api/checkout/quote', { items });
  if (quoted.status >= 300) return quoted;
  const { total } = quote.parse(quoted.body);
  const input = { amount: total, items, ...NAMES, consent: true, ...extra };
  return await person.call('POST', path, input);
}

/** Places a checkout with payment by card. @throws Error if the shop refuses */
export async function placeCheckout(person: Person, items: Items): Promise<PlaceCheckoutAnswer> {
  const answer = await tryToPlace(person, items);
  if (answer.status === 201) return placeCheckoutAnswer.parse(answer.body);
  throw new Error(`placing answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Submits an action on the payment page. @returns the address of the redirect */
export async function submitPayPage(
  url: string,
  action: 'pay' | 'pay_later' | 'fail' | 'cancel',
): Promise<string> {
  const body = new URLSearchParams({ action });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`the payment page answered ${answer.status}`);
  return answer.headers.get('location') ?? '';
}

export async function readCheckout(person: Person, ref: string): Promise<CheckoutAnswer> {
  return await person.get(`/api/checkouts/${ref}`, checkoutAnswer);
}

/** Waits until a checkout is in a state, without asking the shop to query the provider. */
export async function waitForCheckout(
  person: Person,
  ref: string,
  state: CheckoutState,
): Promise<CheckoutAnswer> {
  const inState = async (): Promise<CheckoutAnswer | undefined> => {
    const answer = await readCheckout(person, ref);
    return answer.state === state ? answer : undefined;
  };
  return await until(inState, { deadlineMs: 20_000, everyMs: 50, what: `checkout ${ref} ${state}` });
}

/** Buys with payment by card. @returns the paid checkout */
export async function buyByCard(person: Person, items: Items): Promise<CheckoutAnswer> {
  const { url, checkout } = await placeCheckout(person, items);
  await submitPayPage(url, 'pay');
  return await waitForCheckout(person, checkout, 'paid');
}

/** Buys with PayPal's payment form. @returns the paid checkout */
export async function buyByWallet(person: Person, items: Items): Promise<CheckoutAnswer> {
  const answer = await tryToPlace(person, items, {}, checkoutCalls.payByWallet.path);
  const { action, fields, checkout } = placeCheckoutForm.parse(answer.body);
  const body = new URLSearchParams({ ...fields, action: 'pay' });
  const { status } = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  if (status !== 303) throw new Error(`PayPal's page answered ${status}`);
  return await waitForCheckout(person, checkout, 'paid');
}

/** Lines of the cart that `stockCart` fills, each of which becomes an order. */
export const CART_LINES = 10;

/** Puts so many pieces of ten items in stock. @returns a cart with one piece of each */
export async function stockCart(admin: Person, pieces: number): Promise<Items> {
  const items = (await admin.get('/api/products', product.array()))
    .filter(({ category }) => category === 'items')
    .slice(0, CART_LINES);
  if (items.length < CART_LINES) throw new Error(`the shop has only ${items.length} items`);
  for (const { id } of items)
    await admin.send('PATCH', `/api/admin/products/${id}`, { stock: pieces }, adminProduct);
  return items.map(({ id }) => ({ id, quantity: 1 }));
}

/** Reads the ids of the orders of a checkout, in the order of its lines. */
export async function readOrderIds({ database }: WholeShop, checkout: string): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    'SELECT o.id FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE c.ref = $1 ORDER BY o.id',
    [checkout],
  );
  return rows.map(({ id }) => id);
}

/** Reads the id of the first order of a checkout; 0 if there is none. */
export async function readOrderId(shop: WholeShop, checkout: string): Promise<number> {
  return (await readOrderIds(shop, checkout))[0] ?? 0;
}
