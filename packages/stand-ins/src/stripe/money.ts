/** Cents as a US dollar amount, as in `$32.50`. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
