import { fromDecimal, quote as quoteSchema, type Quote } from '@pax/contracts';
import { ApiError } from '../../lib/fetcher';

/** What stands in the way of paying, as far as the buyer can do something about it. */
export type CheckoutProblem =
  | { readonly kind: 'price'; readonly quote: Quote; readonly beforeCents: number; readonly nowCents: number }
  /** `id` names the product where the server said which. */
  | { readonly kind: 'soldOut'; readonly id: number | undefined; readonly left: number }
  | { readonly kind: 'gone' | 'small' | 'limit' | 'blocked' | 'busy' | 'provider' }
  /** An earlier checkout was paid: its reference. */
  | { readonly kind: 'paid'; readonly checkout: string }
  /** An earlier payment page is still open: its address, where there is one. */
  | { readonly kind: 'open'; readonly url: string | undefined }
  | { readonly kind: 'signIn' };

const byCode: Readonly<Record<string, 'gone' | 'small' | 'limit' | 'blocked' | 'busy'>> = {
  PRODUCT_NOT_FOUND: 'gone',
  AMOUNT_TOO_SMALL: 'small',
  HOLD_LIMIT: 'limit',
  BLOCKED: 'blocked',
  RATE_LIMITED: 'busy',
};

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Reads a failed quote or create call. @param shownCents the total that the buyer saw */
export function problemOf(error: unknown, shownCents: number): CheckoutProblem {
  const problem = error instanceof ApiError ? error.problem : undefined;
  if (!problem)
    return error instanceof ApiError && error.status === 401 ? { kind: 'signIn' } : { kind: 'provider' };
  if (problem.status === 401) return { kind: 'signIn' };
  if (problem.code === 'PRICE_CHANGED') {
    const quote = quoteSchema.safeParse(problem['quote']).data;
    if (quote) return { kind: 'price', quote, beforeCents: shownCents, nowCents: fromDecimal(quote.total) };
  }
  if (problem.code === 'SOLD_OUT')
    return {
      kind: 'soldOut',
      id: numberIn(problem['id']),
      left: Math.max(0, numberIn(problem['available']) ?? 0),
    };
  const checkout = textIn(problem['checkout']);
  if (problem.code === 'ALREADY_PAID' && checkout) return { kind: 'paid', checkout };
  if (problem.code === 'CHECKOUT_OPEN') return { kind: 'open', url: textIn(problem['url']) };
  const kind = byCode[problem.code];
  return { kind: kind ?? 'provider' };
}
