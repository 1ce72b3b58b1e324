import { Stripe } from 'stripe';

/** The same request is being worked on under its key right now; nothing is known of its outcome. */
export class ProviderBusy extends Error {}

/** The provider refused for good: the same request will never be accepted. */
export class ProviderRefusal extends Error {}

/** The provider broke; the same key would get the same answer again, so the next try needs another. */
export class ProviderFault extends Error {}

/** What an error of the provider's client means for the shop; an error of another kind stays what it is. */
export function asProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error.statusCode === 409) return new ProviderBusy(error.message);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(error.message);
  if (error instanceof Stripe.errors.StripeAPIError) return new ProviderFault(error.message);
  return error;
}
