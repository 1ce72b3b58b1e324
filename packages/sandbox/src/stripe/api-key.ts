import { timingSafeEqual } from 'node:crypto';
import { StripeError } from './stripe-error.js';

/** Throws 401 unless the Authorization header (Bearer, or Basic with the key as user name) carries the secret key. */
export function requireApiKey(header: string | undefined, secretKey: string): void {
  const given = keyIn(header);
  if (given === undefined) {
    throw new StripeError(
      401,
      'No API key was provided. Send it as a bearer token or as the basic-auth user name.',
    );
  }
  const [a, b] = [Buffer.from(given), Buffer.from(secretKey)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) {
    throw new StripeError(401, `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`);
  }
}

function keyIn(header: string | undefined): string | undefined {
  const [scheme, value] = (header ?? '').split(' ');
  if (value === undefined) return undefined;
  if (/^bearer$/i.test(scheme ?? '')) return value;
  if (/^basic$/i.test(scheme ?? '')) return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}
