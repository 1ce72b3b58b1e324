import type { PlaceCheckoutRequest, PlacedAnswer } from '@pax/contracts';
import { requestJson } from '../../lib/fetcher';

/** Places a checkout by card. @throws ApiError with PRICE_CHANGED, SOLD_OUT, ALREADY_PAID, CHECKOUT_OPEN and others */
export const payByCard = (body: PlaceCheckoutRequest): Promise<PlacedAnswer> =>
  requestJson('/api/payments/stripe/create-checkout-session', { method: 'POST', body });

/** Where a placed checkout goes on: a page of the shop (nothing is to be paid) or the provider's; undefined for neither. */
export function destinationOf({
  url,
}: PlacedAnswer): { readonly inside: boolean; readonly href: string } | undefined {
  if (!URL.canParse(url, location.origin)) return undefined;
  const target = new URL(url, location.origin);
  if (!/^https?:$/.test(target.protocol)) return undefined;
  const inside = target.origin === location.origin;
  return { inside, href: inside ? `${target.pathname}${target.search}` : target.href };
}
