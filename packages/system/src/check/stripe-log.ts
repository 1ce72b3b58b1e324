import { Stripe } from '../support/stripe.js';
import type { WholeShop } from '../support/whole-shop.js';

interface Booked {
  readonly provider_ref: string;
  readonly amount_cents: number;
  readonly paid: boolean;
  readonly stranded: boolean;
  readonly refunded_cents: number;
}

const BOOKED = `
  SELECT p.provider_ref, p.amount_cents,
         p.state = 'settled' AND c.paid_at IS NOT NULL AS paid,
         p.state = 'stranded' AS stranded,
         coalesce((SELECT sum(amount_cents) FROM refunds r WHERE r.payment_id = p.id AND r.state = 'done'), 0)::int
           AS refunded_cents
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
   WHERE p.provider = 'stripe' AND p.amount_cents > 0`;

/**
 * Compares captures and refunds with the payments (P3): each capture paid exactly one checkout or is stranded.
 * @returns a line for each difference
 */
export async function stripeDifferences(shop: WholeShop): Promise<string[]> {
  const charges = Object.values((await new Stripe(shop).state()).charges).filter(({ paid }) => paid);
  const { rows } = await shop.database.query<Booked>(BOOKED);
  const known = new Set(charges.map(({ payment_intent: ref }) => ref));
  return [
    ...charges.flatMap((charge) => {
      const booked = rows.filter((row) => row.provider_ref === charge.payment_intent);
      return compare(charge, booked).map((what) => `${charge.payment_intent}: ${what}`);
    }),
    ...rows
      .filter((row) => row.provider_ref.startsWith('pi_') && !known.has(row.provider_ref))
      .map((row) => `${row.provider_ref}: booked, but Stripe took nothing`),
  ];
}

function compare(
  charge: { amount_captured: number; amount_refunded: number },
  booked: readonly Booked[],
): string[] {
  const [row] = booked;
  if (row === undefined || booked.length > 1) return [`booked ${booked.length} times`];
  if (row.amount_cents !== charge.amount_captured)
    return [`booked ${row.amount_cents}, captured ${charge.amount_captured}`];
  if (row.paid === row.stranded) return ['neither paid a checkout nor is stranded'];
  if (row.refunded_cents !== charge.amount_refunded)
    return [`refunds of ${row.refunded_cents}, sent back ${charge.amount_refunded}`];
  return [];
}
