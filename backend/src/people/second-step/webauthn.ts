import { Inject, Injectable } from '@nestjs/common';
import {
  passkeyCheckAnswer,
  passkeyOfferAnswer,
  SHOP_NAME,
  type AddPasskeyRequest,
  type PasskeyCheckAnswer,
  type PasskeyCheckRequest,
  type PasskeyOfferAnswer,
} from '@pax/contracts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { ShopError } from '../../platform/shop-error.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { CHALLENGE_MS } from './step-challenges.js';
import type { PasskeyRow } from './second-step-rows.js';

/** Accepted signature algorithms, by their number in COSE. */
const SIGNATURES = { es256: -7, eddsa: -8, rs256: -257 } as const;

/**
 * Creates and checks passkeys for the shop's host. Only the shop's pages can use them, and the device must verify
 * the person.
 */
@Injectable()
export class WebAuthn {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** True when browsers support passkeys at the shop's address. */
  get isOffered(): boolean {
    return this.settings.passkeyDomain !== undefined;
  }

  /**
   * Makes the options with which the browser creates a passkey.
   * @throws ShopError METHOD_DISABLED
   */
  async createRegistration(
    { id, username }: { id: number; username: string },
    present: readonly PasskeyRow[],
  ): Promise<PasskeyOfferAnswer> {
    const options = await generateRegistrationOptions({
      rpName: SHOP_NAME,
      rpID: this.requirePasskeyDomain(),
      userName: username,
      userID: new TextEncoder().encode(`account:${id}`),
      timeout: CHALLENGE_MS,
      supportedAlgorithmIDs: Object.values(SIGNATURES),
      excludeCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    });
    return passkeyOfferAnswer.parse(options);
  }

  /**
   * Verifies the browser's answer to an offer.
   * @returns the new passkey, or undefined for an invalid answer
   */
  async verifyRegistration(
    response: AddPasskeyRequest['response'],
    challenge: string,
  ): Promise<WebAuthnCredential | undefined> {
    const result = await undefinedIfInvalid(
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.settings.publicUrl,
        expectedRPID: this.requirePasskeyDomain(),
        requireUserVerification: true,
        supportedAlgorithmIDs: Object.values(SIGNATURES),
      }),
    );
    return result?.verified === true ? result.registrationInfo.credential : undefined;
  }

  /**
   * Makes the challenge that the browser has to sign.
   * @throws ShopError METHOD_DISABLED
   */
  async createChallenge(present: readonly PasskeyRow[]): Promise<PasskeyCheckAnswer> {
    const options = await generateAuthenticationOptions({
      rpID: this.requirePasskeyDomain(),
      timeout: CHALLENGE_MS,
      allowCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      userVerification: 'required',
    });
    return passkeyCheckAnswer.parse(options);
  }

  /**
   * Verifies a signed challenge.
   * @returns the passkey's new counter, or undefined for an invalid signature
   */
  async verifySignature(
    response: PasskeyCheckRequest['response'],
    challenge: string,
    { credentialId, publicKey, counter, transports }: PasskeyRow,
  ): Promise<number | undefined> {
    const result = await undefinedIfInvalid(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.settings.publicUrl,
        expectedRPID: this.requirePasskeyDomain(),
        requireUserVerification: true,
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter, transports },
      }),
    );
    return result?.verified === true ? result.authenticationInfo.newCounter : undefined;
  }

  private requirePasskeyDomain(): string {
    const { passkeyDomain } = this.settings;
    if (passkeyDomain === undefined)
      throw new ShopError('METHOD_DISABLED', 'Passkeys need a shop with a domain name.');
    return passkeyDomain;
  }
}

/**
 * Converts the library's errors to undefined: it throws for a wrong host, challenge or counter, and for unreadable
 * data.
 */
function undefinedIfInvalid<T>(verification: Promise<T>): Promise<T | undefined> {
  return verification.catch(() => undefined);
}
