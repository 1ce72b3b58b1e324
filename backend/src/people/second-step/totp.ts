import { SHOP_NAME } from '@pax/contracts';
import { Secret, TOTP } from 'otpauth';

/** Seconds for which a code counts; authenticator apps know no other. */
const PERIOD_S = 30;
/** Steps before and after the present one, for clocks that differ. */
const WINDOW = 1;
const CODE = /^\d{6}$/;

const generator = (key: string, username = ''): TOTP =>
  new TOTP({
    issuer: SHOP_NAME,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(key),
  });

/** A new key of 160 bits, as base32. */
export const newTotpKey = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (key: string, username: string): string => generator(key, username).toString();

/** Finds the time step that a code belongs to, at most one step from now; undefined for any other code. */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  // The library throws for characters of several bytes.
  if (!CODE.test(code)) return undefined;
  const delta = generator(key).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}
