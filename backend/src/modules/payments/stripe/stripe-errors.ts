import { Stripe } from 'stripe';
import { ProviderBusy, ProviderFault, ProviderRefusal } from '../provider-errors.js';

/** Maps an error of Stripe's client; other errors are returned unchanged. */
export function asProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error.statusCode === 409) return new ProviderBusy(error.message);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(error.message);
  if (error instanceof Stripe.errors.StripeAPIError && isKept(error)) return new ProviderFault(error.message);
  return error;
}

/** Its key answers this for a day. After any other failure the request may be in progress: a new key might do it twice. */
function isKept({ statusCode, headers }: Stripe.errors.StripeAPIError): boolean {
  return statusCode === 500 || headers?.['idempotent-replayed'] === 'true';
}
