import { Stripe } from 'stripe';

/** The same request is in progress under its idempotency key; its outcome is unknown. */
export class ProviderBusy extends Error {}

/** The provider refused for good: the same request will never be accepted. */
export class ProviderRefusal extends Error {}

/** The provider failed; a retry needs a new idempotency key, since the same key returns the same answer. */
export class ProviderFault extends Error {}

/** Maps an error of the provider's client; other errors are returned unchanged. */
export function asProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error.statusCode === 409) return new ProviderBusy(error.message);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(error.message);
  if (error instanceof Stripe.errors.StripeAPIError) return new ProviderFault(error.message);
  return error;
}
