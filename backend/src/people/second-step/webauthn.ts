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
import { ShopError } from '../../platform/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { CHALLENGE_MS } from './step-challenges.js';
import type { PasskeyRow } from './second-step-rows.js';

/** Kinds of signatures that are taken, by their number in COSE. */
const SIGNATURES = { es256: -7, eddsa: -8, rs256: -257 } as const;

/**
 * Passkeys of the shop's host: made and used only by its own pages, with a person proven by the device.
 */
@Injectable()
export class WebAuthn {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** True when browsers accept passkeys at the shop's address. */
  get isOffered(): boolean {
    return this.settings.passkeyDomain !== undefined;
  }

  /** The options with which the browser makes a passkey. @throws ShopError METHOD_DISABLED */
  async createRegistration(
    { id, username }: { id: number; username: string },
    present: readonly PasskeyRow[],
  ): Promise<PasskeyOfferAnswer> {
    const options = await generateRegistrationOptions({
      rpName: SHOP_NAME,
      rpID: this.requireDomain(),
      userName: username,
      userID: new TextEncoder().encode(`account:${id}`),
      timeout: CHALLENGE_MS,
      supportedAlgorithmIDs: Object.values(SIGNATURES),
      excludeCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    });
    return passkeyOfferAnswer.parse(options);
  }

  /** The passkey that answers an offer, or undefined for anything else. */
  async verifyRegistration(
    response: AddPasskeyRequest['response'],
    challenge: string,
  ): Promise<WebAuthnCredential | undefined> {
    const result = await orUndefined(
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.settings.publicUrl,
        expectedRPID: this.requireDomain(),
        requireUserVerification: true,
        supportedAlgorithmIDs: Object.values(SIGNATURES),
      }),
    );
    return result?.verified === true ? result.registrationInfo.credential : undefined;
  }

  /** The challenge that the browser is asked to sign. @throws ShopError METHOD_DISABLED */
  async createChallenge(present: readonly PasskeyRow[]): Promise<PasskeyCheckAnswer> {
    const options = await generateAuthenticationOptions({
      rpID: this.requireDomain(),
      timeout: CHALLENGE_MS,
      allowCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      userVerification: 'required',
    });
    return passkeyCheckAnswer.parse(options);
  }

  /** The passkey's counter after it signed the challenge, or undefined for anything else. */
  async verifySignature(
    response: PasskeyCheckRequest['response'],
    challenge: string,
    { credentialId, publicKey, counter, transports }: PasskeyRow,
  ): Promise<number | undefined> {
    const result = await orUndefined(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.settings.publicUrl,
        expectedRPID: this.requireDomain(),
        requireUserVerification: true,
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter, transports },
      }),
    );
    return result?.verified === true ? result.authenticationInfo.newCounter : undefined;
  }

  private requireDomain(): string {
    const { passkeyDomain } = this.settings;
    if (passkeyDomain === undefined)
      throw new ShopError('METHOD_DISABLED', 'Passkeys need a shop with a domain name.');
    return passkeyDomain;
  }
}

/** The library throws for another host, challenge or counter, and for what it can't read. */
function orUndefined<T>(verification: Promise<T>): Promise<T | undefined> {
  return verification.catch(() => undefined);
}
