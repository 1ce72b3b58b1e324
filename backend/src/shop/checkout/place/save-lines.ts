import type { Tx } from '../../../platform/database/transaction.js';
import { CheckoutLine, type Checkout } from '../checkout.entity.js';
import type { Quoted } from './quoting.js';

/** Stores the lines of a new checkout: the price snapshot that will be charged. */
export async function saveLines(
  tx: Tx,
  checkout: Checkout,
  { lines, price }: Quoted,
): Promise<CheckoutLine[]> {
  const rows = price.lines.map((line, index) =>
    Object.assign(new CheckoutLine(), {
      checkoutId: checkout.id,
      lineNo: index + 1,
      productId: line.productId,
      name: lines[index]?.source.name ?? '',
      category: lines[index]?.source.category ?? '',
      quantity: line.quantity,
      customAmount: line.customAmount ?? null,
      coins: line.coins,
      unitCents: line.unitCents,
      lineCents: line.lineCents,
      discountCents: line.discountCents,
    }),
  );
  await tx.insert(CheckoutLine, rows);
  return rows;
}
