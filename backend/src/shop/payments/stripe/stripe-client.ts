import { SHOP_VERSION } from '@pax/contracts';
import { Stripe } from 'stripe';
import type { Settings } from '../../../settings.js';

const TIMEOUT_MS = 8_000;
/** The tested version of Stripe's API, set explicitly because an account may default to another one. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/**
 * Creates a client of Stripe's API.
 * @returns undefined without a secret key
 */
export function stripeClient({ stripe, publicUrl }: Settings): Stripe | undefined {
  if (!stripe.secretKey) return undefined;
  const { hostname, port, protocol } = new URL(stripe.apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  const defaultPort = scheme === 'http' ? 80 : 443;
  return new Stripe(stripe.secretKey, {
    host: hostname,
    port: port === '' ? defaultPort : Number(port),
    protocol: scheme,
    apiVersion: STRIPE_API_VERSION,
    appInfo: { name: 'Pax Market', version: SHOP_VERSION, url: publicUrl },
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
