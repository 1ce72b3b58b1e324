const NAMES: Readonly<Record<string, string>> = {
  crypto: 'Crypto',
  paypal: 'PayPal',
  'paypal-orders': 'PayPal',
  stripe: 'Stripe',
};

/** A payment provider's display name; an unknown provider keeps its stored name. */
export const providerName = (provider: string): string => NAMES[provider] ?? provider;
