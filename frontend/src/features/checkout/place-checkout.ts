import { checkoutCalls, type CallDefinition, type PlaceCheckoutRequest } from '@pax/contracts';
import type { PayMethod } from '../../lib/http/shop-info';
import { callApi } from '../../lib/http/call-api';
import { isRecord } from '../../lib/values/is-record';

/** The server call that places a checkout, by payment method. */
const CALLS = {
  card: checkoutCalls.payByCard,
  wallet: checkoutCalls.payByWallet,
  crypto: checkoutCalls.payByCrypto,
} as const satisfies Record<PayMethod, CallDefinition>;

/** Place where the browser continues after a checkout was placed. */
export type Destination =
  /** Page of the shop, used when nothing has to be paid. */
  | { readonly kind: 'shop'; readonly href: string }
  /** Payment page of the provider or of the crypto partner. */
  | { readonly kind: 'page'; readonly href: string }
  /** Form that is submitted to the provider, with fields prepared by the server. */
  | { readonly kind: 'form'; readonly action: string; readonly fields: Readonly<Record<string, string>> };

export interface PlacedCheckout {
  readonly checkout: string;
  readonly destination: Destination;
}

/** Parses a web address. Only http and https are allowed, because a `javascript:` address would run code. */
function parseWebAddress(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text === '' || !URL.canParse(text, location.origin)) return undefined;
  const address = new URL(text, location.origin);
  return /^https?:$/.test(address.protocol) ? address : undefined;
}

const isTextRecord = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** Parses the answer to a placed checkout; undefined if the answer names no place to continue. */
export function parsePlacedCheckout(answer: unknown): PlacedCheckout | undefined {
  if (!isRecord(answer) || typeof answer['checkout'] !== 'string') return undefined;
  const { checkout, action, fields } = answer;
  const form = parseWebAddress(action);
  if (form && isTextRecord(fields))
    return { checkout, destination: { kind: 'form', action: form.href, fields } };
  const page = parseWebAddress(answer['url']);
  if (!page) return undefined;
  return page.origin === location.origin
    ? { checkout, destination: { kind: 'shop', href: `${page.pathname}${page.search}` } }
    : { checkout, destination: { kind: 'page', href: page.href } };
}

/**
 * Places a checkout.
 * @throws ApiError with PRICE_CHANGED, SOLD_OUT, ALREADY_PAID, CHECKOUT_OPEN and others; TypeError when offline
 */
export async function placeCheckout(
  method: PayMethod,
  body: PlaceCheckoutRequest,
  signal: AbortSignal,
): Promise<PlacedCheckout | undefined> {
  return parsePlacedCheckout(
    await callApi<CallDefinition & Pick<typeof checkoutCalls.payByCard, 'body'>>(CALLS[method], {
      body,
      signal,
    }),
  );
}
