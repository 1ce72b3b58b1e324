import { holdLimit, quote as quoteSchema, type HoldLimit, type Quote } from '@pax/contracts';
import { ApiError } from '../../lib/http/fetcher';

/** Reason why the server refused a reward code. */
export type RewardRefusal = 'unknown' | 'used' | 'expired' | 'held' | 'frozen';

/** Problem that blocks the payment, with the data that the dialog needs to offer a solution. */
export type CheckoutProblem =
  | { readonly kind: 'price'; readonly before: Quote; readonly quote: Quote }
  /** Sold out, or less available than wanted; `id` names the product if the server did. */
  | { readonly kind: 'soldOut'; readonly id: number | undefined; readonly left: number }
  /** More than the buyer's hold limit; `limit` is missing if the server names no line. */
  | { readonly kind: 'limit'; readonly limit: HoldLimit | undefined }
  | { readonly kind: 'gone' | 'small' | 'blocked' | 'method' | 'consent' }
  /** Too many requests; `seconds` until the next attempt, if the server says so. */
  | { readonly kind: 'busy'; readonly seconds: number | undefined }
  /** An earlier checkout is already paid; `checkout` is its reference. */
  | { readonly kind: 'paid'; readonly checkout: string }
  /**
   * The same goods were paid within the hour, or their payment is being confirmed; the buyer has to confirm a repeat.
   */
  | { readonly kind: 'again' | 'againConfirming'; readonly checkout: string }
  /** The payment of an earlier checkout is being confirmed; `checkout` is its reference. */
  | { readonly kind: 'confirming'; readonly checkout: string }
  /** An earlier payment page is still open; `url` is its address, if it has one. */
  /** `waiting` is an earlier crypto order, which ends only by payment or timeout. */
  | { readonly kind: 'open' | 'waiting'; readonly url: string | undefined }
  | { readonly kind: 'reward'; readonly refusal: RewardRefusal }
  /** Refused for a reason unknown to the page; `message` is the server's text. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The payment page could not be opened, or (`offline`) the server did not answer at all. */
  | { readonly kind: 'provider' | 'offline' }
  | { readonly kind: 'signIn' };

const byCode: Readonly<Record<string, CheckoutProblem>> = {
  PRODUCT_NOT_FOUND: { kind: 'gone' },
  AMOUNT_TOO_SMALL: { kind: 'small' },
  BLOCKED: { kind: 'blocked' },
  METHOD_DISABLED: { kind: 'method' },
  CONSENT_REQUIRED: { kind: 'consent' },
  REWARD_CODE_UNKNOWN: { kind: 'reward', refusal: 'unknown' },
  REWARD_CODE_USED: { kind: 'reward', refusal: 'used' },
  REWARD_CODE_EXPIRED: { kind: 'reward', refusal: 'expired' },
  REWARD_CODE_FROZEN: { kind: 'reward', refusal: 'frozen' },
  REWARD_CODE_HELD: { kind: 'reward', refusal: 'held' },
};

const toTextOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const toNumberOrUndefined = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
const toWebAddressOrUndefined = (value: unknown): string | undefined => {
  const text = toTextOrUndefined(value);
  return text && /^https?:\/\//.test(text) ? text : undefined;
};

/**
 * Returns the problem of an unfinished earlier checkout: page still open, or payment being confirmed by bank or staff.
 */
function earlierCheckoutProblemOf(problem: Record<string, unknown>): CheckoutProblem {
  const checkout = toTextOrUndefined(problem['checkout']);
  const isConfirming = problem['state'] === 'confirming';
  if (isConfirming && checkout && problem['method'] !== 'crypto') return { kind: 'confirming', checkout };
  return { kind: isConfirming ? 'waiting' : 'open', url: toWebAddressOrUndefined(problem['url']) };
}

/**
 * Converts a failed quote or checkout call into a problem.
 *
 * @param shown the quote that the buyer saw
 */
export function checkoutProblemOf(error: unknown, shown: Quote): CheckoutProblem {
  if (!(error instanceof ApiError)) return { kind: error instanceof TypeError ? 'offline' : 'provider' };
  const { problem, status } = error;
  if (status === 401) return { kind: 'signIn' };
  if (!problem) return { kind: status === 429 ? 'busy' : 'provider', seconds: undefined };
  switch (problem.code) {
    case 'PRICE_CHANGED': {
      const quote = quoteSchema.safeParse(problem['quote']).data;
      return quote ? { kind: 'price', before: shown, quote } : { kind: 'provider' };
    }
    case 'SOLD_OUT': {
      const left = Math.max(0, toNumberOrUndefined(problem['available']) ?? 0);
      return { kind: 'soldOut', id: toNumberOrUndefined(problem['id']), left };
    }
    case 'HOLD_LIMIT':
      return { kind: 'limit', limit: holdLimit.safeParse(problem).data };
    case 'ALREADY_PAID': {
      const checkout = toTextOrUndefined(problem['checkout']);
      return checkout ? { kind: 'paid', checkout } : { kind: 'refused', message: problem.message };
    }
    case 'PAID_RECENTLY': {
      const checkout = toTextOrUndefined(problem['checkout']);
      const kind = problem['state'] === 'confirming' ? 'againConfirming' : 'again';
      return checkout ? { kind, checkout } : { kind: 'refused', message: problem.message };
    }
    case 'CHECKOUT_OPEN':
      return earlierCheckoutProblemOf(problem);
    case 'RATE_LIMITED':
      return { kind: 'busy', seconds: toNumberOrUndefined(problem['retryAfter']) };
    case 'VALIDATION':
    case 'CONFLICT':
      return { kind: 'refused', message: problem.message };
    default:
      return byCode[problem.code] ?? { kind: 'provider' };
  }
}

/** Returns why a quote call refused the reward code; undefined if it failed for another reason. */
export function rewardRefusalOf(error: unknown): RewardRefusal | undefined {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'VALIDATION') return 'unknown';
  const problem = code === undefined ? undefined : byCode[code];
  return problem?.kind === 'reward' ? problem.refusal : undefined;
}
