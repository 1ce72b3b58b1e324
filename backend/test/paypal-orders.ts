import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { placementFor, type Items } from './buying.js';
import { startMoneyShop } from './money-shop.js';
import { expectProviderAgrees, expectSettled } from './expect-settled.js';
import { MarkConfirming } from '../src/shop/checkout/settle/mark-confirming.js';
import { OrderCalls, PaypalApi } from '../src/shop/payments/paypal/orders/paypal-api.js';
import { orderSessionId } from '../src/shop/payments/paypal/orders/paypal-order.js';
import { SETTINGS, type Settings } from '../src/settings.js';
import { readPaypalState, steerPaypal, type PaypalOrder } from './paypal.js';
import type { Shop } from './shop.js';
import { sendUntilServed } from './send-until-served.js';
import type { SignedIn } from './sign-in.js';

/** Settings of a shop whose wallet is PayPal's Orders API. */
export const ORDERS_MODE = { PAYPAL_MODE: 'orders' };

/**
 * Registers hooks of a describe that start a shop with PayPal's orders; after each test all messages are delivered
 * and everything is settled.
 */
export function withOrdersShop(opened: (shop: Shop) => void): void {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop(ORDERS_MODE);
    opened(shop);
  });
  afterEach(async () => {
    await releaseWebhooks(shop);
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());
}

const postToCheckout = async ({ agent }: SignedIn, checkout: string, what: string): Promise<number> =>
  (await agent.post(`/api/checkouts/${checkout}/${what}`)).status;

/** Refreshes a checkout. @returns the status */
export const refreshCheckout = (buyer: SignedIn, checkout: string): Promise<number> =>
  postToCheckout(buyer, checkout, 'refresh');
/** Cancels a checkout. @returns the status */
export const cancelCheckout = (buyer: SignedIn, checkout: string): Promise<number> =>
  postToCheckout(buyer, checkout, 'cancel');

/** Places a wallet checkout and expects an address to open. */
export async function placePaypalOrder(
  buyer: SignedIn,
  items: Items,
  extra: Record<string, unknown> = {},
): Promise<{ url: string; checkout: string }> {
  const placement = await placementFor(buyer, items, extra);
  return (await sendUntilServed(() => buyer.agent.post('/api/payments/paypal/create').send(placement), 201))
    .body;
}

/** Performs an action on the approval page of an order. @returns the next address of the buyer */
export async function actOnOrderPage(url: string, action: 'pay' | 'pay_pending' | 'cancel'): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the page answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.get('location') ?? '';
}

/** Finds the one order of a checkout. */
export async function findPaypalOrder(shop: Shop, checkout: string): Promise<PaypalOrder> {
  const { orders } = await readPaypalState(shop);
  const [order, ...more] = Object.values(orders).filter(
    ({ request }) => request.purchase_units[0].custom_id === checkout,
  );
  if (!order || more.length > 0) throw new Error(`${more.length + (order ? 1 : 0)} orders`);
  return order;
}

export type OrderAct =
  | 'expire'
  | 'decline'
  | 'refunds-wait'
  | 'refunds-fail'
  | 'complete'
  | 'deny'
  | 'refund'
  | 'fail-refund'
  | 'reverse'
  | 'dispute'
  | 'win-dispute'
  | 'lose-dispute';

/** The reason for declined captures, and the custom id of a refund. */
type ActDetails = Readonly<{ issue?: string; customId?: string }>;

/** Performs an action at PayPal on the one order of a checkout. */
export async function actOnOrderOfCheckout(
  shop: Shop,
  checkout: string,
  act: OrderAct,
  cents?: number,
  more: ActDetails = {},
): Promise<void> {
  const { id } = await findPaypalOrder(shop, checkout);
  await actOnOrder(shop, id, act, cents, more);
}

/** Performs an action at PayPal on an order. */
export function actOnOrder(
  shop: Shop,
  order: string,
  act: OrderAct,
  cents?: number,
  more: ActDetails = {},
): Promise<void> {
  return steerPaypal(shop, `orders/${order}/act`, {
    act,
    ...(cents !== undefined && { cents }),
    ...more,
  });
}

/** Holds back every webhook message of a type (all types if none is named) until `releaseWebhooks`. */
export function holdWebhooks(shop: Shop, match = ''): void {
  shop.peers.faults.arm({ faultPoint: 'paypal.webhook', match, fault: { kind: 'hold' }, times: 100_000 });
}

/** Makes PayPal send one message now, even if it is held back. */
export function resendWebhook(shop: Shop, id: string): Promise<void> {
  return steerPaypal(shop, `webhooks/${id}/resend`);
}

/** Captures an approved order as the shop does, but as if it crashed before the answer. */
export async function captureWithoutAnswer(shop: Shop, checkout: string, order: string): Promise<void> {
  await shop.app.get(MarkConfirming).execute(checkout, orderSessionId(checkout, order));
  const { paypal } = shop.app.get<Settings>(SETTINGS);
  await new OrderCalls(new PaypalApi(paypal, Date.now)).captureOrder(order);
}

export async function releaseWebhooks(shop: Shop): Promise<void> {
  shop.peers.faults.clear('paypal.webhook');
  await steerPaypal(shop, 'webhooks/release');
}

/** Lists the webhook messages of a checkout, oldest first. */
export async function listWebhooks(
  shop: Shop,
  checkout: string,
): Promise<{ id: string; label: string; body: string }[]> {
  const { webhooks } = await readPaypalState(shop);
  const { id, capture } = await findPaypalOrder(shop, checkout);
  const names = [checkout, id, capture?.id ?? checkout];
  return Object.values(webhooks).filter(({ body }) => names.some((name) => body.includes(name)));
}

/** Arms one fault of the API: at the capture, unless another end of the route is given. */
export function armApiFault(
  shop: Shop,
  fault:
    | { kind: 'cut' }
    | { kind: 'slow'; ms: number }
    | { kind: 'fail'; status: number; afterEffect?: boolean },
  match = '/capture$',
): void {
  shop.peers.faults.arm({ faultPoint: 'paypal.api', match, fault });
}

/** Sends the shop a message that is not from PayPal. @returns status and problem code */
export async function postWebhook(
  shop: Shop,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string | undefined }> {
  const answer = await fetch(`${shop.url}/api/payments/paypal/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const { code }: { code?: string } = JSON.parse(await answer.text());
  return { status: answer.status, code };
}
