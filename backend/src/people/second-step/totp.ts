import { SHOP_NAME } from '@pax/contracts';
import { Secret, TOTP } from 'otpauth';
import { Inject, Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/problem.js';
import { seal, unseal } from '../../platform/secrets.js';
import { SETTINGS, type Settings } from '../../settings.js';

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
export const generateTotpKey = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (key: string, username: string): string => generator(key, username).toString();

/** Finds the time step that a code belongs to, at most one step from now; undefined for any other code. */
export function findTimeStep(key: string, code: string, now: Date): number | undefined {
  // The library throws for characters of several bytes.
  if (!CODE.test(code)) return undefined;
  const delta = generator(key).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}

const sealContextFor = (userId: number): string => `totp:${userId}`;

/** Keys of authenticator apps, which are stored encrypted under TOKEN_KEY only. */
@Injectable()
export class TotpKeys {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** True when authenticator apps can be set up. */
  get isOffered(): boolean {
    return this.settings.tokenKey !== undefined;
  }

  /** @throws ShopError METHOD_DISABLED without TOKEN_KEY */
  seal(userId: number, key: string): string {
    const { tokenKey } = this.settings;
    if (tokenKey === undefined)
      throw new ShopError('METHOD_DISABLED', 'Authenticator apps are switched off: TOKEN_KEY is not set.');
    return seal(tokenKey, sealContextFor(userId), key);
  }

  /** The key, or undefined where TOKEN_KEY is another one than when it was stored. */
  open(userId: number, sealed: string | null): string | undefined {
    const { tokenKey } = this.settings;
    return sealed === null || tokenKey === undefined
      ? undefined
      : unseal(tokenKey, sealContextFor(userId), sealed);
  }
}
