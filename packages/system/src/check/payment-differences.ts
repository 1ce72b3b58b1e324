import { z } from 'zod';
import { StripeControl } from '../support/stripe-control.js';
import type { WholeShop } from '../support/whole-shop.js';

interface BookedPayment {
  readonly provider_ref: string;
  readonly amount_cents: number;
  readonly paid: boolean;
  readonly stranded: boolean;
  readonly refunded_cents: number;
}

/** A captured payment in the provider's own records. */
interface Capture {
  readonly ref: string;
  readonly cents: number;
  readonly refundedCents: number;
}

/** The demo content's payments are excluded by provider and reference, since no provider took them. */
const BOOKED_PAYMENTS = `
  SELECT p.provider_ref, p.amount_cents,
         p.state = 'settled' AND c.paid_at IS NOT NULL AS paid,
         p.state = 'stranded' AS stranded,
         coalesce((SELECT sum(amount_cents) FROM refunds r WHERE r.payment_id = p.id AND r.state = 'done'), 0)::int
           AS refunded_cents
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
   WHERE p.provider = $1 AND p.provider_ref ~ $2 AND p.amount_cents > 0`;

/**
 * Compares captures and refunds at the providers with the shop's payments (P3): each capture paid exactly one checkout,
 * or is stranded.
 * @returns a line for each difference
 */
export async function findPaymentDifferences(shop: WholeShop): Promise<string[]> {
  const { ofForm, ofOrders } = await readPaypalCaptures(shop);
  return [
    ...(await findProviderDifferences(
      shop,
      { provider: 'stripe', refs: '^pi_' },
      await readStripeCaptures(shop),
    )),
    ...(await findProviderDifferences(shop, { provider: 'paypal', refs: '' }, ofForm)),
    ...(await findProviderDifferences(shop, { provider: 'paypal-orders', refs: '' }, ofOrders)),
  ];
}

async function findProviderDifferences(
  shop: WholeShop,
  { provider, refs }: { provider: string; refs: string },
  captures: readonly Capture[],
): Promise<string[]> {
  const { rows } = await shop.database.query<BookedPayment>(BOOKED_PAYMENTS, [provider, refs]);
  const capturedRefs = new Set(captures.map(({ ref }) => ref));
  return [
    ...captures.flatMap((capture) => {
      const booked = rows.filter((row) => row.provider_ref === capture.ref);
      return compareCapture(capture, booked).map((what) => `${capture.ref}: ${what}`);
    }),
    ...rows
      .filter((row) => !capturedRefs.has(row.provider_ref))
      .map((row) => `${row.provider_ref}: booked, but ${provider} took nothing`),
  ];
}

function compareCapture({ cents, refundedCents }: Capture, booked: readonly BookedPayment[]): string[] {
  const [row] = booked;
  if (row === undefined || booked.length > 1) return [`booked ${booked.length} times`];
  if (row.amount_cents !== cents) return [`booked ${row.amount_cents}, captured ${cents}`];
  if (row.paid === row.stranded) return ['neither paid a checkout nor is stranded'];
  if (row.refunded_cents !== refundedCents)
    return [`refunds of ${row.refunded_cents}, sent back ${refundedCents}`];
  return [];
}

async function readStripeCaptures(shop: WholeShop): Promise<Capture[]> {
  const { charges } = await new StripeControl(shop).readState();
  return Object.values(charges)
    .filter(({ paid }) => paid)
    .map((charge) => ({
      ref: charge.payment_intent,
      cents: charge.amount_captured,
      refundedCents: charge.amount_refunded,
    }));
}

const paypalState = z.looseObject({
  payments: z.record(
    z.string(),
    z.looseObject({
      id: z.string(),
      status: z.string(),
      refundedCents: z.number().int(),
      form: z.looseObject({ amount: z.string() }),
    }),
  ),
  orders: z.record(
    z.string(),
    z.looseObject({
      request: z.looseObject({
        purchase_units: z.tuple([z.looseObject({ amount: z.looseObject({ value: z.string() }) })]),
      }),
      capture: z
        .looseObject({
          id: z.string(),
          status: z.string(),
          refunds: z.array(z.looseObject({ cents: z.number().int(), status: z.string() })),
        })
        .optional(),
    }),
  ),
});
type PaypalState = z.output<typeof paypalState>;

async function readPaypalCaptures(shop: WholeShop): Promise<{ ofForm: Capture[]; ofOrders: Capture[] }> {
  const answer = await fetch(`${shop.sandboxUrl}/paypal/state`);
  const { payments, orders } = paypalState.parse(await answer.json());
  return { ofForm: toFormCaptures(payments), ofOrders: toOrderCaptures(orders) };
}

function toFormCaptures(payments: PaypalState['payments']): Capture[] {
  return Object.values(payments)
    .filter(({ status }) => status === 'Completed' || status === 'Reversed')
    .map(({ id, form, refundedCents }) => ({
      ref: id,
      cents: toCents(form.amount),
      refundedCents,
    }));
}

function toOrderCaptures(orders: PaypalState['orders']): Capture[] {
  return Object.values(orders).flatMap(({ capture, request }) => {
    if (capture?.status !== 'COMPLETED') return [];
    const [{ amount }] = request.purchase_units;
    const refundedCents = capture.refunds
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, { cents }) => sum + cents, 0);
    return [{ ref: capture.id, cents: toCents(amount.value), refundedCents }];
  });
}

const toCents = (amount: string): number => Math.round(Number(amount) * 100);
