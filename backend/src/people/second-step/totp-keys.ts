import { Inject, Injectable } from '@nestjs/common';
import { ShopError } from '../../platform/problem.js';
import { seal, unseal } from '../../platform/seal.js';
import { SETTINGS, type Settings } from '../../settings.js';

const placeOf = (userId: number): string => `totp:${userId}`;

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
    return seal(tokenKey, placeOf(userId), key);
  }

  /** The key, or undefined where TOKEN_KEY is another one than when it was stored. */
  open(userId: number, sealed: string | null): string | undefined {
    const { tokenKey } = this.settings;
    return sealed === null || tokenKey === undefined ? undefined : unseal(tokenKey, placeOf(userId), sealed);
  }
}
