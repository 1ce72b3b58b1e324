const NAMES: Readonly<Record<string, string>> = {
  crypto: 'Crypto',
  paypal: 'PayPal',
  'paypal-orders': 'PayPal',
  stripe: 'Stripe',
};

/** What people call a payment provider; another is called as it is stored. */
export const providerName = (provider: string): string => NAMES[provider] ?? provider;
