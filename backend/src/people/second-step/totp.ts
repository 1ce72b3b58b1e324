import { SHOP_NAME } from '@pax/contracts';
import { Secret, TOTP } from 'otpauth';
import { Inject, Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/shop-error.js';
import { sealText, unsealText } from '../../platform/secrets.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Seconds for which a code is valid; the only period that authenticator apps support. */
const PERIOD_S = 30;
/** Number of time steps accepted before and after the present one, for clocks that differ. */
const WINDOW = 1;
const CODE = /^\d{6}$/;

const makeTotpGenerator = (key: string, username = ''): TOTP =>
  new TOTP({
    issuer: SHOP_NAME,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(key),
  });

/** Generates an authenticator key of 160 bits, in base32. */
export const generateTotpKey = (): string => new Secret({ size: 20 }).base32;

/** Builds the URI that an authenticator app reads from the QR code. */
export const buildTotpUri = (key: string, username: string): string =>
  makeTotpGenerator(key, username).toString();

/** Finds the time step of a code, at most one step away from now; undefined for a wrong code. */
export function findTimeStep(key: string, code: string, now: Date): number | undefined {
  // Checks the characters first, because the library throws for characters of several bytes.
  if (!CODE.test(code)) return undefined;
  const delta = makeTotpGenerator(key).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}

const sealContextFor = (userId: number): string => `totp:${userId}`;

/** Encrypts and decrypts the keys of authenticator apps, which are stored only encrypted under TOKEN_KEY. */
@Injectable()
export class TotpKeys {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** True when authenticator apps can be set up, which needs TOKEN_KEY. */
  get isOffered(): boolean {
    return this.settings.tokenKey !== undefined;
  }

  /**
   * Encrypts a key for storage.
   * @throws ShopError METHOD_DISABLED without TOKEN_KEY
   */
  sealKey(userId: number, key: string): string {
    const { tokenKey } = this.settings;
    if (tokenKey === undefined)
      throw new ShopError('METHOD_DISABLED', 'Authenticator apps are switched off: TOKEN_KEY is not set.');
    return sealText(tokenKey, sealContextFor(userId), key);
  }

  /** Decrypts a stored key; undefined when TOKEN_KEY has changed since the key was stored. */
  openKey(userId: number, sealed: string | null): string | undefined {
    const { tokenKey } = this.settings;
    return sealed === null || tokenKey === undefined
      ? undefined
      : unsealText(tokenKey, sealContextFor(userId), sealed);
  }
}
