import { Stripe } from 'stripe';
import { SETTINGS, type Settings } from '../src/settings.js';
import type { Shop } from './shop.js';

/** The state of the Stripe stand-in, as far as specs read it. */
export interface StripeState {
  sessions: Record<string, { session: Stripe.Checkout.Session }>;
  charges: Record<string, Stripe.Charge>;
  refunds: Record<string, Stripe.Refund>;
  disputes: Record<string, Pick<Stripe.Dispute, 'id' | 'status' | 'payment_intent' | 'amount'>>;
  events: Record<string, { event: Stripe.Event; state: 'waiting' | 'held' | 'delivered' | 'given-up' }>;
}

export async function readStripeState(shop: Shop): Promise<StripeState> {
  const answer = await fetch(`${shop.peers.url}/stripe/state`);
  const state: StripeState = JSON.parse(await answer.text());
  return state;
}

/** A fault at a fault point of the stand-ins. */
type Fault = Parameters<Shop['peers']['faults']['arm']>[0]['fault'];

/** Makes the next calls to the Stripe stand-in fail whose method and path match. */
export function failStripeCalls(shop: Shop, match: string, fault: Fault, times = 1): void {
  shop.peers.faults.arm({ faultPoint: 'stripe.api', match, fault, times });
}

/** Performs a control call of the stand-in: `sessions/{id}/later`, `events/release` … */
export async function steerStripe(shop: Shop, path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${shop.peers.url}/stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** Holds back every message of a type (all types if none is named) until `releaseMessages`. */
export function holdMessages(shop: Shop, match = ''): void {
  shop.peers.faults.arm({ faultPoint: 'stripe.webhook', match, fault: { kind: 'hold' }, times: 1_000 });
}

export async function releaseMessages(shop: Shop): Promise<void> {
  shop.peers.faults.clear('stripe.webhook');
  await steerStripe(shop, 'events/release');
}

/** Lists all sessions of a checkout, oldest first. */
export async function listSessions(shop: Shop, checkout: string): Promise<Stripe.Checkout.Session[]> {
  const { sessions } = await readStripeState(shop);
  return Object.values(sessions)
    .map(({ session }) => session)
    .filter((session) => session.client_reference_id === checkout);
}

/** Finds the one session of a checkout. */
export async function findSession(shop: Shop, checkout: string): Promise<Stripe.Checkout.Session> {
  const [session, ...more] = await listSessions(shop, checkout);
  if (!session || more.length > 0) throw new Error(`${more.length + (session ? 1 : 0)} sessions`);
  return session;
}

/** Lists the lines on the payment page of a checkout. */
export async function listLineItems(shop: Shop, checkout: string): Promise<Stripe.LineItem[]> {
  const { id } = await findSession(shop, checkout);
  return (await stripeClientOf(shop).checkout.sessions.listLineItems(id)).data;
}

/** Lists the events of one type about a checkout. */
export async function listEvents(shop: Shop, checkout: string, type: string): Promise<Stripe.Event[]> {
  const { events } = await readStripeState(shop);
  return Object.values(events)
    .map(({ event }) => event)
    .filter((event) => event.type === type && JSON.stringify(event.data).includes(checkout));
}

/**
 * Opens a session by the API of the provider without the shop: a second capture, or another amount. Without
 * `metadata` it resembles a Payment Link, whose address lets the buyer choose the reference.
 */
export function openForeignSession(
  shop: Shop,
  checkout: string,
  amountCents: number,
  metadata: Record<string, string> = { checkout },
): Promise<Stripe.Checkout.Session> {
  return stripeClientOf(shop).checkout.sessions.create({
    mode: 'payment',
    client_reference_id: checkout,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: 'Foreign' } },
      },
    ],
    success_url: `${shop.url}/payment-success`,
  });
}

/** Refunds a payment by the API of the provider with the row id of a refund of the shop. */
export function refundWithRowId(
  shop: Shop,
  paymentRef: string,
  cents: number,
  row: number,
): Promise<unknown> {
  const metadata = { refund: String(row) };
  return stripeClientOf(shop).refunds.create({ payment_intent: paymentRef, amount: cents, metadata });
}

/** Refunds the payment of a checkout in the dashboard: the whole rest, or an amount. */
export async function refundInDashboard(shop: Shop, checkout: string, cents?: number): Promise<void> {
  await actAtStripe(shop, checkout, 'refund', cents);
}

/** Performs an action at Stripe on the payment of a checkout. */
export async function actAtStripe(
  shop: Shop,
  checkout: string,
  act: 'refund' | 'dispute' | 'warn',
  cents?: number,
): Promise<void> {
  const { payment_intent: intent } = await findSession(shop, checkout);
  await steerStripe(shop, `payments/${objectId(intent)}/${act}`, cents === undefined ? {} : { cents });
}

/** Finds the newest dispute of a checkout's payment. */
export async function findDispute(shop: Shop, checkout: string): Promise<StripeState['disputes'][string]> {
  const { payment_intent: intent } = await findSession(shop, checkout);
  const { disputes } = await readStripeState(shop);
  const dispute = Object.values(disputes).findLast((one) => one.payment_intent === intent);
  if (!dispute) throw new Error(`checkout ${checkout} has no dispute`);
  return dispute;
}

/** Lists the refunds of a checkout at the provider, oldest first. */
export async function listStripeRefunds(shop: Shop, checkout: string): Promise<Stripe.Refund[]> {
  const { payment_intent: intent } = await findSession(shop, checkout);
  const { refunds } = await readStripeState(shop);
  return Object.values(refunds).filter((refund) => refund.payment_intent === intent);
}

/** Sends the shop a message signed with its own secret. @returns the status */
export async function postSignedEvent(
  shop: Shop,
  event: object,
  secret = webhookSecretOf(shop),
): Promise<number> {
  const payload = JSON.stringify(event);
  return postStripeWebhook(shop, payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
}

export async function postStripeWebhook(shop: Shop, payload: string, signature?: string): Promise<number> {
  const answer = await fetch(`${shop.url}/api/payments/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body: payload,
  });
  await answer.text();
  return answer.status;
}

/** Lists kind and title of the alerts about a subject, named as in audit rows. */
export const listAlertsAbout = (shop: Shop, subject: string): Promise<{ kind: string; title: string }[]> =>
  shop.database.query(
    `SELECT data->>'kind' AS kind, data->>'title' AS title FROM outbox_events
      WHERE type = 'alert.raised' AND data->>'detail' LIKE '%' || $1`,
    [subject],
  );

/** The alert on an admin who acted on an order of their own account. */
export const OWN_ORDER_ALERT = { kind: 'security', title: 'An admin acted on an order of their own' };

export function webhookSecretOf(shop: Shop): string {
  const settings = shop.app.get<Settings>(SETTINGS);
  return settings.stripe.webhookSecret ?? '';
}

function stripeClientOf(shop: Shop): Stripe {
  const { secretKey } = shop.app.get<Settings>(SETTINGS).stripe;
  const { hostname, port } = new URL(shop.peers.url);
  return new Stripe(secretKey ?? '', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  });
}

/** Id of an expanded or unexpanded object of the provider. */
export function objectId(object: string | { id: string } | null): string {
  return typeof object === 'string' ? object : (object?.id ?? '');
}
