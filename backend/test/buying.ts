import type { CheckoutAnswer, Order, Quote } from '@pax/contracts';
import type { Shop } from './shop.js';
import { runJob } from './jobs.js';
import { sendUntilServed } from './send-until-served.js';
import type { SignedIn } from './sign-in.js';
import { until } from './until.js';

export type Items = { id: number; quantity: number; customAmount?: number; shown?: string }[];

/** Recipient names of a checkout. */
export const RECIPIENT = { inGameName: 'Steve_01', discordName: 'steve.builds' };

/** Builds the body of a create call at the current quote of the shop. */
export async function placementFor(buyer: SignedIn, items: Items, extra: Record<string, unknown> = {}) {
  const ask = () => buyer.agent.post('/api/checkout/quote').send({ items, ...pickQuoteOptions(extra) });
  const quote: Quote = (await sendUntilServed(ask)).body;
  const { inGameName = RECIPIENT.inGameName } = buyer;
  return { amount: quote.total, items, ...RECIPIENT, inGameName, consent: true, ...extra };
}

/** Signs in a buyer and prepares a cart with one piece of a new product. */
export async function prepareCartOfOne(shop: Shop, stock = 3) {
  const buyer = await shop.signIn();
  const id = await shop.addProduct({ stock });
  return { buyer, id, input: await placementFor(buyer, [{ id, quantity: 1 }]) };
}

/** Places a card checkout and expects success. */
export async function place(
  buyer: SignedIn,
  items: Items,
  extra: Record<string, unknown> = {},
): Promise<{ url: string; checkout: string }> {
  const placement = await placementFor(buyer, items, extra);
  const create = '/api/payments/stripe/create-checkout-session';
  return (await sendUntilServed(() => buyer.agent.post(create).send(placement), 201)).body;
}

/** Performs a buyer's action on the provider's page. */
export async function actOnPayPage(
  url: string,
  action: 'pay' | 'pay_later' | 'fail' | 'cancel',
): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the payment page answered ${answer.status}`);
  return answer.headers.get('location') ?? '';
}

export async function readCheckout(buyer: SignedIn, checkout: string): Promise<CheckoutAnswer> {
  return (await sendUntilServed(() => buyer.agent.get(`/api/checkouts/${checkout}`), 200)).body;
}

/** Waits until a checkout is in a state, without calls that change it. */
export function waitForState(
  buyer: SignedIn,
  checkout: string,
  state: CheckoutAnswer['state'],
): Promise<CheckoutAnswer> {
  return until(
    () => readCheckout(buyer, checkout),
    (answer) => answer.state === state,
  );
}

/** Buys and pays by card. @returns the paid checkout with its orders */
export async function buy(
  buyer: SignedIn,
  items: Items,
  extra: Record<string, unknown> = {},
): Promise<CheckoutAnswer> {
  const { url, checkout } = await place(buyer, items, extra);
  await actOnPayPage(url, 'pay');
  return waitForState(buyer, checkout, 'paid');
}

/** One piece of each product. */
export const onePieceOf = (...ids: number[]): Items => ids.map((id) => ({ id, quantity: 1 }));

/** Reads the balances of ledger accounts. */
export async function readBalances(shop: Shop, ...accounts: string[]): Promise<number[]> {
  const rows: { account: string; balance: number }[] = await shop.database.query(
    'SELECT account, balance FROM ledger_balances WHERE account = ANY($1)',
    [accounts],
  );
  return accounts.map((account) => rows.find((row) => row.account === account)?.balance ?? 0);
}

function pickQuoteOptions({ useStoreCredit, rewardCode }: Record<string, unknown>) {
  return {
    ...(useStoreCredit === undefined ? {} : { useStoreCredit }),
    ...(rewardCode === undefined ? {} : { rewardCode }),
  };
}

/**
 * Makes checkouts due and runs the sweeper of the shop.
 * @param left minutes until their sessions end, negative if they ended; unchanged if omitted
 */
export async function runSweeper(shop: Shop, refs: string | readonly string[], left?: number): Promise<void> {
  await shop.database.query(
    `UPDATE checkouts SET next_check_at = now() - interval '1 second',
            session_expires_at = coalesce(now() + $2::float8 * interval '1 minute', session_expires_at)
      WHERE ref = ANY($1)`,
    [[refs].flat(), left],
  );
  await runJob(shop.app, 'checkout-sweeper');
}

export const withdraw = (buyer: SignedIn, ref: string) => buyer.agent.post(`/api/checkouts/${ref}/withdraw`);

/** Buys that many new products as a new account, from a stock of 9 each. */
export async function buyProducts(shop: Shop, products = 1) {
  const buyer = await shop.signIn();
  const ids: number[] = [];
  for (let n = 0; n < products; n += 1) ids.push(await shop.addProduct({ stock: 9, priceCents: 1_000 }));
  const { checkout, orders } = await buy(buyer, onePieceOf(...ids));
  return { buyer, ids, checkout, orders };
}

/** Lists the orders of the buyer, newest first. */
export async function listOwnOrders(buyer: SignedIn): Promise<Order[]> {
  const answer = await buyer.agent.get('/api/orders').expect(200);
  return answer.body;
}
