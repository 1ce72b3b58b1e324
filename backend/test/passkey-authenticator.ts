import type { PasskeyCheckAnswer, PasskeyOfferAnswer } from '@pax/contracts';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data: a person was present, was verified, and a key follows. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const toBase64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');
const toUintBytes = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Faults of an authenticator. */
export interface Misbehaviour {
  /** Address of the page as the browser reports it. */
  origin?: string;
  /** Host to which the passkey is bound. */
  host?: string;
  challenge?: string;
  /** True if the person was not verified, as by a key without a fingerprint reader. */
  unverified?: boolean;
  counter?: number;
}

/** A software passkey for the address of one page. It creates a key and signs challenges as WebAuthn requires. */
export class PasskeyAuthenticator {
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;

  constructor(private readonly origin: string) {}

  /** Creates the answer to an offer of a new passkey. */
  createPasskey({ challenge }: PasskeyOfferAnswer, wrong: Misbehaviour = {}): object {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    // A map of CBOR: kind EC2, ES256, curve P-256, x, y.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const data = Buffer.concat([
      this.data(wrong, HAS_KEY),
      Buffer.alloc(16),
      toUintBytes(2, this.id.length),
      this.id,
      key,
    ]);
    // A map of CBOR: fmt none, attStmt empty, authData.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      toUintBytes(2, data.length),
      data,
    ]);
    return this.answer({
      clientDataJSON: toBase64url(this.client('webauthn.create', wrong.challenge ?? challenge, wrong)),
      attestationObject: toBase64url(attestation),
      transports: ['internal'],
    });
  }

  /** Signs a challenge; each signature raises the counter. */
  sign({ challenge }: PasskeyCheckAnswer, wrong: Misbehaviour = {}): object {
    this.counter += 1;
    const data = this.data(wrong, 0);
    const client = this.client('webauthn.get', wrong.challenge ?? challenge, wrong);
    const signed = sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey);
    return this.answer({
      clientDataJSON: toBase64url(client),
      authenticatorData: toBase64url(data),
      signature: toBase64url(signed),
    });
  }

  private client(type: string, challenge: string, { origin = this.origin }: Misbehaviour): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  private data({ host, unverified = false, counter = this.counter }: Misbehaviour, flags: number): Buffer {
    const hash = sha256(host ?? new URL(this.origin).hostname);
    const all = PRESENT | (unverified ? 0 : VERIFIED) | flags;
    return Buffer.concat([hash, Buffer.from([all]), toUintBytes(4, counter)]);
  }

  private answer(response: object): object {
    const id = toBase64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
