const PRICE = /^\d{1,5}(?:[.,]\d{1,2})?$/;
const MAX_PRICE = 10_000;

/** What was typed for a price as the wire has it, "1.5" → "1.50"; undefined when it is none. */
export function readPrice(typed: string): string | undefined {
  const text = typed.trim();
  if (!PRICE.test(text)) return undefined;
  const price = Number(text.replace(',', '.'));
  return price > 0 && price <= MAX_PRICE ? price.toFixed(2) : undefined;
}
