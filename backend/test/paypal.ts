import type { Shop } from './shop.js';
import { placementFor, type Items } from './buying.js';
import { sendUntilServed } from './send-until-served.js';
import type { SignedIn } from './sign-in.js';

/** The state of the PayPal stand-in, as far as specs read it. */
export interface PaypalState {
  payments: Record<string, { id: string; form: Record<string, string>; status: string }>;
  notifications: Record<
    string,
    { id: string; label: string; body: string; state: 'waiting' | 'held' | 'delivered' | 'given-up' }
  >;
  orders: Record<string, PaypalOrder>;
  webhooks: PaypalState['notifications'];
  tokensIssued: number;
}

/** An order of the PayPal API. */
export interface PaypalOrder {
  id: string;
  status: string;
  request: { purchase_units: [{ custom_id: string; amount: { value: string; currency_code: string } }] };
  refusal?: { isTold: boolean };
  capture?: { id: string; status: string; refunds: { id: string; cents: number; customId?: string }[] };
}

/** A placed checkout and the form that leads to its page. */
export interface WalletForm {
  action: string;
  fields: Record<string, string>;
  checkout: string;
}

type Fields = Readonly<Record<string, string>>;

export async function readPaypalState(shop: Shop): Promise<PaypalState> {
  const answer = await fetch(`${shop.peers.url}/paypal/state`);
  const state: PaypalState = JSON.parse(await answer.text());
  return state;
}

/** Places a wallet checkout and expects success. */
export async function placeByWallet(
  buyer: SignedIn,
  items: Items,
  extra: Record<string, unknown> = {},
): Promise<WalletForm> {
  const placement = await placementFor(buyer, items, extra);
  return (await sendUntilServed(() => buyer.agent.post('/api/payments/paypal/create').send(placement), 201))
    .body;
}

/** Posts a form as a browser would and performs an action on the page. @returns the next address of the buyer */
export async function actOnWalletPage(
  { action: url, fields }: Pick<WalletForm, 'action' | 'fields'>,
  action: 'pay' | 'pay_pending' | 'cancel',
): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, action }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the page answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.get('location') ?? '';
}

/** Performs a control call of the stand-in: `payments/{id}/act`, `notifications/release` … */
export async function steerPaypal(shop: Shop, path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${shop.peers.url}/paypal/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** Performs a later action on the payment of a checkout. */
export async function actOnPaypalPayment(
  shop: Shop,
  checkout: string,
  act: 'complete' | 'deny' | 'refund' | 'reverse' | 'cancel-reversal',
  more: { cents?: number; caseId?: string } = {},
): Promise<void> {
  const { payments } = await readPaypalState(shop);
  const payment = Object.values(payments).find(({ form }) => form['invoice'] === checkout);
  await steerPaypal(shop, `payments/${payment?.id}/act`, { act, ...more });
}

/** Builds the notification of a payment by form, with `changes`. */
export function buildNotification({ fields }: Pick<WalletForm, 'fields'>, changes: Fields = {}): Fields {
  const { business = '', item_number = '', invoice = '', amount = '', currency_code = '' } = fields;
  const told = { mc_gross: amount, mc_currency: currency_code, payment_status: 'Completed' };
  const whom = { receiver_email: business, business, item_number, invoice, test_ipn: '1' };
  const txn = `TXN${Math.random().toString(36).slice(2).toUpperCase()}`;
  return { ...told, ...whom, txn_type: 'web_accept', txn_id: txn, first_name: 'Jürgen', ...changes };
}

/** Makes PayPal send a notification with any fields, and verify it. */
export async function sendNotification(shop: Shop, fields: Fields): Promise<void> {
  await steerPaypal(shop, 'notifications', { url: `${shop.url}/api/paypal-ipn`, fields });
}

/** Formats a time as PayPal does; in summer it is an hour off PayPal's notation, but the same moment. */
function formatPacificTime(at: Date): string {
  const [, day, month, year, time] = new Date(at.getTime() - 8 * 3_600_000).toUTCString().split(' ');
  return `${time} ${month} ${day}, ${year} PST`;
}

/** Makes PayPal notify the shop that money of a payment moved at a time, also for several cases. */
export async function sendMoneyNotification(
  shop: Shop,
  form: Pick<WalletForm, 'fields' | 'checkout'>,
  payment_status: 'Refunded' | 'Reversed' | 'Canceled_Reversal',
  { caseId = '', cents, at }: { caseId?: string; cents: number; at: Date },
): Promise<void> {
  const { payments } = await readPaypalState(shop);
  const payment = Object.values(payments).find(({ form: paid }) => paid['invoice'] === form.checkout);
  const changes = {
    payment_status,
    parent_txn_id: payment?.id ?? '',
    case_id: caseId,
    mc_gross: ((payment_status === 'Canceled_Reversal' ? cents : -cents) / 100).toFixed(2),
    payment_date: formatPacificTime(at),
  };
  await sendNotification(shop, buildNotification(form, changes));
}

/** Sends the shop a notification that is not from PayPal. */
export async function postNotification(
  shop: Shop,
  body: string | Buffer,
  headers: Fields = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${shop.url}/api/paypal-ipn`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Holds back every notification until `releaseNotifications`. */
export function holdNotifications(shop: Shop, match = ''): void {
  shop.peers.faults.arm({ faultPoint: 'paypal.ipn', match, fault: { kind: 'hold' }, times: 1_000 });
}

export async function releaseNotifications(shop: Shop): Promise<void> {
  shop.peers.faults.clear('paypal.ipn');
  await steerPaypal(shop, 'notifications/release');
}

/** Lists the bodies of all notifications of a checkout, oldest first. */
export async function listNotificationBodies(shop: Shop, checkout: string): Promise<string[]> {
  const { notifications } = await readPaypalState(shop);
  return Object.values(notifications)
    .map(({ body }) => body)
    .filter((body) => body.includes(`invoice=${checkout}`));
}
